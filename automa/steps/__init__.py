"""A turn is taken in steps: what a step is, the words that say it, and the one reader for a line of them.

A game has one small class for each kind of step, which declares its words once. Its `Language` puts them
together with the rules: which steps are legal, why another is not, and what a step does.

    class Wall(Step):                                   # `b4-b5 own b4`, `b4-b5 forest`
        border: Border
        own: Space | None = None
        card: Kind | None = None
        parts = (Part("border", borders), Part("own", spaces, lead=OWN), Part("card", cards, free=True))

    class Trade(Step):                                  # `trade`
        verb = TRADE

    RULES = {Wall: (a_wall_is_left, no_wall_is_there, the_card_allows_it), Trade: (a_market_is_open,)}
    TURN = Language("methoni.rules.notation", (Wall, Trade), legal, RULES, apply, State.copy)

    TURN.why_not(state, step)               the refusal of the first rule that the step breaks, or None
    TURN.understand(state, line)            the steps that a line says, and what is known of the next one
    TURN.at(state)                          what a `Move` is asked with: `notation=TURN.at(state)`
    TURN.left(state, begun)                 the legal steps that fit what is known
    TURN.help()                             how each kind of step is written

A rule is a function with a name that says what must hold: it gets the state and a step and returns a refusal,
or None. `legal` may be quicker than trying every step on every rule, but it gives the same steps: the
contract tests hold the two against each other.

Words are understood against everything that exists; whether it is legal comes second. A whole name beats the
beginning of another one. The whole name of something impossible is refused with the rule that forbids it. A
beginning must be that of one thing only, of all things of its kind, whether they are possible now or not.
"""

from automa.steps.language import Language, take_steps
from automa.steps.parts import NOTHING, Begun, Offer, Offered, Offers, Part, Rule, Rules, Said, Step, id_of
from automa.steps.reading import StepNotation

__all__ = [
    "NOTHING", "Begun", "Language", "Offer", "Offered", "Offers", "Part", "Rule", "Rules", "Said", "Step",
    "StepNotation", "id_of", "take_steps",
]  # fmt: skip
