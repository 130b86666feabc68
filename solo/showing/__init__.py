"""Everything that is shown: pictures, questions, events and score sheets, as lines of a screen."""
