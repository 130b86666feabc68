"""`python -m tests.golden`: write the golden games anew."""

from __future__ import annotations

from tests.golden import renew

for name in renew():
    print("written anew:", name)  # noqa: T201
