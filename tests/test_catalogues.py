"""Every text has its sentence in every language, and every sentence is right for what fills it."""

import re
from pathlib import Path

import pytest

from solo.fronts.reading import COMMANDS
from solo.words.sentences import LANGUAGES
from tests.catalogues import Checked, Folder, Spoken, compile_all, composed, folders, spoken


@pytest.fixture(scope="module")
def checked() -> Checked:
    return Checked(folders(), spoken(), composed())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_has_a_sentence(checked: Checked, lang: str) -> None:
    assert checked.without_sentence(lang) == []


def test_placeholders_are_the_same_in_every_language_and_form(checked: Checked) -> None:
    assert checked.differing_placeholders() == []


def test_every_placeholder_is_given_a_value(checked: Checked) -> None:
    assert checked.unfilled_placeholders() == []


def test_plural_forms_are_complete(checked: Checked) -> None:
    assert checked.wrong_plurals() == []


def test_every_id_is_written_once_and_where_it_belongs(checked: Checked) -> None:
    assert checked.misplaced() == []


def test_every_sentence_is_said_somewhere(checked: Checked) -> None:
    assert checked.unused() == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_commands_are_called_by_their_names_in_that_language(checked: Checked, lang: str) -> None:
    sentences = checked.all_of(lang)
    names = {sentences[f"command.name.{command}"][0] for command in COMMANDS}
    typed = {
        (id, name)
        for id, forms in sentences.items()
        for form in forms
        for name in re.findall(r"(?<![\w}/])/([a-z]+)", form)
    }
    assert [each for each in sorted(typed) if each[1] not in names] == []


def test_compiled_catalogues_are_up_to_date(checked: Checked) -> None:
    assert checked.stale() == []


# The checks themselves find what they are for.

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'


def catalogues(folder: Path, en: str, nl: str) -> Folder:
    (folder / "en.po").write_text(HEAD + en, "utf-8")
    (folder / "nl.po").write_text(HEAD + nl, "utf-8")
    return Folder(folder)


def message(id: str, *forms: str) -> str:
    if len(forms) == 1:
        return f'msgid "{id}"\nmsgstr "{forms[0]}"\n\n'
    numbered = "".join(f'msgstr[{place}] "{form}"\n' for place, form in enumerate(forms))
    return f'msgid "{id}"\nmsgid_plural "{id}"\n{numbered}\n'


def check(folder: Path, en: str, nl: str, code: str = "") -> Checked:
    file = folder / "code.py"
    file.write_text(code, "utf-8")
    return Checked([catalogues(folder, en, nl)], spoken([file]), {})


def test_a_text_without_a_sentence_is_found(tmp_path: Path) -> None:
    code = 'Text("a.said")\nTell("a.told")\nChoose("a.asked", to, [])\nroll("a.rolled")\ndef roll(id): ...\n'
    missing = check(tmp_path, message("a.said", "Said."), "", code).without_sentence("en")
    assert [each.rpartition(" ")[2] for each in missing] == ["a.told", "a.asked", "a.rolled"]


def test_either_of_two_texts_is_found(tmp_path: Path) -> None:
    missing = check(tmp_path, "", "", 'Text("a.one" if x else "a.other")').without_sentence("nl")
    assert [each.rpartition(" ")[2] for each in missing] == ["a.one", "a.other"]


def test_a_sentence_without_dutch_is_found(tmp_path: Path) -> None:
    found = check(tmp_path, message("a.b", "Yes."), message("a.b", ""))
    assert found.without_sentence("nl")
    assert not found.without_sentence("en")


def test_a_sentence_in_doubt_counts_as_none(tmp_path: Path) -> None:
    assert check(tmp_path, message("a.b", "Yes."), "#, fuzzy\n" + message("a.b", "Ja.")).without_sentence(
        "nl"
    )


def test_a_composed_text_without_a_sentence_is_found(tmp_path: Path) -> None:
    found = Checked([catalogues(tmp_path, "", "")], Spoken(), {"a.card.judge": "a"})
    assert found.without_sentence("en") == ["words of a: a.card.judge"]


@pytest.mark.parametrize(
    ("en", "nl"),
    [
        (["{card} is here."], ["{kaart} is hier."]),
        (["{card} is here."], ["Hier."]),
        (["{card} is here."], ["{card is hier."]),
        (["{n} card", "{n} cards"], ["{n} kaart", "kaarten"]),
        (["{n} card", "{n} cards of {who}"], ["{n} kaart", "{n} kaarten van {who}"]),
    ],
)
def test_differing_placeholders_are_found(tmp_path: Path, en: list[str], nl: list[str]) -> None:
    assert check(tmp_path, message("a.b", *en), message("a.b", *nl)).differing_placeholders()


def test_a_singular_may_do_without_its_number(tmp_path: Path) -> None:
    found = check(tmp_path, message("a.b", "one {x}", "{n} {x}"), message("a.b", "{n} {x}", "{n} {x}"))
    assert found.differing_placeholders() == []


def test_a_sentence_about_you_may_do_without_who(tmp_path: Path) -> None:
    en = message("a.b", "{who} takes {card}.") + message("a.b.you", "You take {card}.")
    nl = message("a.b", "{who} neemt {card}.") + message("a.b.you", "{who} neemt {card}.")
    assert check(tmp_path, en, nl).differing_placeholders() == []


def test_a_variant_of_nothing_is_found(tmp_path: Path) -> None:
    assert check(tmp_path, message("a.b.you", "You."), message("a.b.you", "Jij.")).differing_placeholders()


def test_a_placeholder_that_the_code_does_not_fill_is_found(tmp_path: Path) -> None:
    en = message("a.b", "{low} to {high}")
    assert check(tmp_path, en, "", 'Text("a.b", low=1)').unfilled_placeholders()
    assert check(tmp_path, en, "", 'Text("a.b", low=1, high=2)').unfilled_placeholders() == []
    assert check(tmp_path, en, "", 'Text("a.b", **values)').unfilled_placeholders() == []
    # The bounds of a question are its own, not values of its text.
    assert check(tmp_path, en, "", 'Number("a.b", to, low=1, high=2)').unfilled_placeholders()


def test_wrong_plurals_are_found(tmp_path: Path) -> None:
    two, one = message("a.b", "{n} x", "{n} xs"), message("a.b", "{n} x")
    assert check(tmp_path, two, two).wrong_plurals() == []
    assert check(tmp_path, two, one).wrong_plurals()
    other = two.replace('msgid_plural "a.b"', 'msgid_plural "a.bs"')
    assert check(tmp_path, other, other).wrong_plurals()


def test_an_id_written_twice_is_found(tmp_path: Path) -> None:
    assert check(tmp_path, message("a.b", "x") * 2, message("a.b", "x")).misplaced()


def test_an_id_of_a_game_in_the_apps_catalogue_is_found(tmp_path: Path) -> None:
    game = message("castle-combo.x", "x")
    assert check(tmp_path, game, game).misplaced()


def test_a_sentence_that_nothing_says_is_found(tmp_path: Path) -> None:
    both = message("a.b", "x") + message("a.b.you", "x") + message("a.c", "x")
    unused = check(tmp_path, both, both, 'KEPT = "a.b"').unused()
    assert [each.rpartition(" ")[2] for each in unused] == ["a.c", "a.c"]


def test_a_stale_catalogue_is_found_and_compiled(tmp_path: Path) -> None:
    found = check(tmp_path, message("a.b", "x"), message("a.b", "y"))
    assert len(found.stale()) == 2
    assert len(compile_all(found.folders)) == 2
    assert found.stale() == []
    first = (tmp_path / "en.mo").read_bytes()
    catalogues(tmp_path, message("a.b", "changed"), message("a.b", "y"))
    assert len(found.stale()) == 1
    catalogues(tmp_path, message("a.b", "x"), message("a.b", "y"))
    (tmp_path / "en.mo").unlink()
    compile_all(found.folders)
    assert (tmp_path / "en.mo").read_bytes() == first
