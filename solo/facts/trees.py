"""Trees of facts: merging, adding and removing lessons, and walking them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solo.facts.toml import KeyPath, Tree, parts

WITHOUT = "without"
"""In a table of taught facts: the keys that came with the program and are not on the user's components."""


def merged(base: Tree, over: Tree) -> Tree:
    """The first tree overlaid with the second: tables are merged, everything else is replaced.

    What a table of the second is `without` is taken out first: then it is gone, or replaced as a whole.
    """
    gone = over.get(WITHOUT, ())
    result = {key: value for key, value in base.items() if key not in gone}
    for key, value in over.items():
        below = result.get(key)
        if isinstance(value, dict):
            result[key] = merged(below if isinstance(below, dict) else {}, value)
        elif key != WITHOUT:
            result[key] = value
    return result


def with_lesson(taught: Tree, lesson: Tree) -> Tree:
    """The taught facts with a lesson added; `None` in a lesson removes a fact."""
    gone = [*lesson.get(WITHOUT, ()), *(key for key, value in lesson.items() if value is None)]
    result = {key: value for key, value in taught.items() if key not in (WITHOUT, *gone)}
    for key, value in lesson.items():
        below = result.get(key)
        if isinstance(value, dict):
            result[key] = with_lesson(below if isinstance(below, dict) else {}, value)
        elif value is not None and key != WITHOUT:
            result[key] = value
    gone = list(dict.fromkeys([*taught.get(WITHOUT, ()), *gone]))
    return {WITHOUT: gone, **result} if gone else result


def without_fact(taught: Tree, path: KeyPath) -> Tree:
    """The taught facts without the one at that path; tables left empty are removed."""
    key, *rest = path
    result: Tree = {}
    for each, inside in taught.items():
        left = inside
        if each == key and not rest:
            continue
        if each == key and isinstance(inside, dict):
            left = without_fact(inside, tuple(rest))
        elif each == WITHOUT and not rest:
            left = [gone for gone in inside if gone != key]
        if left or left == inside:
            result[each] = left
    return result


def without_lesson(taught: Tree, lesson: Tree, before: Tree) -> Tree:
    """The taught facts with everything in the lesson as it was before; tables left empty are removed."""
    result = dict(taught)
    for key in {**dict.fromkeys(lesson.get(WITHOUT, ())), **lesson}:
        inside, below, was = lesson.get(key), result.get(key), before.get(key)
        if isinstance(inside, dict) and isinstance(below, dict) and key not in lesson.get(WITHOUT, ()):
            was = without_lesson(below, inside, was if isinstance(was, dict) else {}) or None
        if was is None:
            result.pop(key, None)
        else:
            result[key] = was
    return result


def lesson_at(key: str, value: object) -> Tree:
    """The tree with that value at that key, and nothing else."""
    for part in reversed(parts(key)):
        value = {part: value}
    assert isinstance(value, dict)
    return value


def has(tree: object, path: KeyPath) -> bool:
    above = at(tree, path[:-1])
    return isinstance(above, dict) and path[-1] in above


def at(tree: object, path: KeyPath) -> Any:
    for part in path:
        if not isinstance(tree, dict) or part not in tree:
            return None
        tree = tree[part]
    return tree


def leaves(node: object, path: KeyPath = ()) -> Iterator[tuple[KeyPath, object]]:
    """Every value with its path; a list is one value."""
    if isinstance(node, dict):
        for key, inside in node.items():
            yield from leaves(inside, (*path, key))
    else:
        yield path, node


def branches(node: object, path: KeyPath = ()) -> Iterator[KeyPath]:
    """Every path there is: of tables as well as of values."""
    if path:
        yield path
    if isinstance(node, dict):
        for key, inside in node.items():
            yield from branches(inside, (*path, key))
