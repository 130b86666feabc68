"""The front ends: prompts at a terminal, plain lines, and the engine; and reading what is typed."""
