"""Every text has its sentence in every language, and every sentence is right for what fills it."""

import json
import re
from gettext import GNUTranslations
from pathlib import Path

import pytest

from solo.fronts.desk import COMMANDS
from solo.words import compiling
from solo.words.compiling import SOURCE, Malformed, build, sources
from solo.words.sentences import LANGUAGES
from tests.catalogues import ROOT, Checked, Folder, Spoken, composed, folders, spoken


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


def catalogues(folder: Path, written: str) -> Folder:
    (folder / SOURCE).write_text(written, "utf-8")
    return Folder(folder)


def message(id: str, en: str | list[str], nl: str | list[str]) -> str:
    return f'["{id}"]\nen = {json.dumps(en)}\nnl = {json.dumps(nl)}\n\n'


def check(folder: Path, written: str, code: str = "") -> Checked:
    file = folder / "code.py"
    file.write_text(code, "utf-8")
    return Checked([catalogues(folder, written)], spoken([file]), {})


def test_a_text_without_a_sentence_is_found(tmp_path: Path) -> None:
    code = 'Text("a.said")\nTell("a.told")\nChoose("a.asked", to, [])\nroll("a.rolled")\ndef roll(id): ...\n'
    missing = check(tmp_path, message("a.said", "Said.", ""), code).without_sentence("en")
    assert [each.rpartition(" ")[2] for each in missing] == ["a.told", "a.asked", "a.rolled"]


def test_either_of_two_texts_is_found(tmp_path: Path) -> None:
    missing = check(tmp_path, "", 'Text("a.one" if x else "a.other")').without_sentence("nl")
    assert [each.rpartition(" ")[2] for each in missing] == ["a.one", "a.other"]


@pytest.mark.parametrize(
    "written",
    [
        message("a.b", "Yes.", ""),
        message("a.b", ["{n} card", "{n} cards"], ["{n} kaart", ""]),
        '["a.b"]\nen = "Yes."\n',
    ],
)
def test_a_sentence_without_dutch_is_found(tmp_path: Path, written: str) -> None:
    found = check(tmp_path, written)
    assert found.without_sentence("nl") == [f"{tmp_path / SOURCE}: a.b"]
    assert not found.without_sentence("en")


def test_a_sentence_in_doubt_counts_as_none(tmp_path: Path) -> None:
    assert check(tmp_path, '["a.b"]\nen = "Yes."\n# nl = "Ja."\n').without_sentence("nl")


def test_an_id_without_any_sentence_is_found(tmp_path: Path) -> None:
    found = check(tmp_path, '["a.b"]\n')
    assert found.without_sentence("en")
    assert found.without_sentence("nl")


def test_a_composed_text_without_a_sentence_is_found(tmp_path: Path) -> None:
    found = Checked([catalogues(tmp_path, "")], Spoken(), {"a.card.judge": "a"})
    assert found.without_sentence("en") == ["words of a: a.card.judge"]


@pytest.mark.parametrize(
    ("en", "nl"),
    [
        ("{card} is here.", "{kaart} is hier."),
        ("{card} is here.", "Hier."),
        ("{card} is here.", "{card is hier."),
        (["{n} card", "{n} cards"], ["{n} kaart", "kaarten"]),
        (["{n} card", "{n} cards of {who}"], ["{n} kaart", "{n} kaarten van {who}"]),
    ],
)
def test_differing_placeholders_are_found(tmp_path: Path, en: str | list[str], nl: str | list[str]) -> None:
    problems = check(tmp_path, message("a.b", en, nl)).differing_placeholders()
    assert problems
    assert all(each.startswith(f"{tmp_path / SOURCE}: a.b (") for each in problems)


def test_a_singular_may_do_without_its_number(tmp_path: Path) -> None:
    found = check(tmp_path, message("a.b", ["one {x}", "{n} {x}"], ["{n} {x}", "{n} {x}"]))
    assert found.differing_placeholders() == []


def test_a_sentence_about_you_may_do_without_who(tmp_path: Path) -> None:
    about_all = message("a.b", "{who} takes {card}.", "{who} neemt {card}.")
    about_you = message("a.b.you", "You take {card}.", "{who} neemt {card}.")
    assert check(tmp_path, about_all + about_you).differing_placeholders() == []


def test_a_variant_of_nothing_is_found(tmp_path: Path) -> None:
    assert check(tmp_path, message("a.b.you", "You.", "Jij.")).differing_placeholders()


def test_a_placeholder_that_the_code_does_not_fill_is_found(tmp_path: Path) -> None:
    written = message("a.b", "{low} to {high}", "")
    assert check(tmp_path, written, 'Text("a.b", low=1)').unfilled_placeholders()
    assert check(tmp_path, written, 'Text("a.b", low=1, high=2)').unfilled_placeholders() == []
    assert check(tmp_path, written, 'Text("a.b", **values)').unfilled_placeholders() == []
    # The bounds of a question are its own, not values of its text.
    assert check(tmp_path, written, 'Number("a.b", to, low=1, high=2)').unfilled_placeholders()


def test_wrong_plurals_are_found(tmp_path: Path) -> None:
    two, one = ["{n} x", "{n} xs"], "{n} x"
    assert check(tmp_path, message("a.b", two, two)).wrong_plurals() == []
    assert check(tmp_path, message("a.b", one, one)).wrong_plurals() == []
    assert check(tmp_path, message("a.b", two, one)).wrong_plurals()
    assert check(tmp_path, message("a.b", one, two)).wrong_plurals()


SHAPE = "should be a sentence in quotes, or [singular, plural]"


@pytest.mark.parametrize(
    ("written", "trouble"),
    [
        (message("a.b", "x", "x") * 2, "a.b"),
        ('["a.b"]\nen = "x\n', "line 2"),
        ('["a.b"]\nen = "x"\nen = "y"\n', "line 3"),
        ('["a.b"]\nen = ["{n} x"]\n', f"a.b (en): {SHAPE}"),
        ('["a.b"]\nnl = ["a", "b", "c"]\n', f"a.b (nl): {SHAPE}"),
        ('["a.b"]\nen = 3\n', f"a.b (en): {SHAPE}"),
        ('["a.b"]\nfr = "x"\n', "a.b: fr is no language; there are en and nl"),
        ('[a.b]\nen = "x"\n', 'a: an id stands in quotes, as in ["a.b"]'),
        ('en = "x"\n', 'en: should stand under an id, as in ["some.id"]'),
    ],
    ids=["twice", "quote", "key twice", "one form", "three forms", "number", "language", "unquoted", "no id"],
)
def test_a_file_that_cannot_be_read_says_where(tmp_path: Path, written: str, trouble: str) -> None:
    with pytest.raises(Malformed, match=re.escape(trouble)) as caught:
        check(tmp_path, written)
    assert str(caught.value).startswith(f"{tmp_path / SOURCE}: ")


def test_a_file_that_is_not_there_is_missed(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="is not there"):
        Checked([Folder(tmp_path)], Spoken(), {})


def test_an_id_of_a_game_in_the_apps_catalogue_is_found(tmp_path: Path) -> None:
    assert check(tmp_path, message("castle-combo.x", "x", "x")).misplaced()


def test_a_sentence_that_nothing_says_is_found(tmp_path: Path) -> None:
    written = message("a.b", "x", "x") + message("a.b.you", "x", "x") + message("a.c", "x", "x")
    unused = check(tmp_path, written, 'KEPT = "a.b"').unused()
    assert [each.rpartition(" ")[2] for each in unused] == ["a.c"]


def test_a_stale_catalogue_is_found_and_compiled(tmp_path: Path) -> None:
    found = check(tmp_path, message("a.b", "x", "y"))
    source = tmp_path / SOURCE
    assert len(found.stale()) == 2
    assert len(build([source])) == 2
    assert found.stale() == []
    assert build([source]) == []
    first = (tmp_path / "en.mo").read_bytes()
    catalogues(tmp_path, message("a.b", "changed", "y"))
    assert len(found.stale()) == 1
    catalogues(tmp_path, message("a.b", "x", "y"))
    (tmp_path / "en.mo").unlink()
    build([source])
    assert (tmp_path / "en.mo").read_bytes() == first


def test_a_compiled_catalogue_says_what_was_written(tmp_path: Path) -> None:
    forms = message("a.keys", ["{n} key", "{n} keys"], ["{n} sleutel", "{n} sleutels"])
    source = catalogues(tmp_path, message("a.b", "Two\nlines “ö”", "") + forms).source
    assert [path.name for path in build([source])] == ["en.mo", "nl.mo"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["en.mo", "nl.mo", SOURCE]
    with (tmp_path / "en.mo").open("rb") as en, (tmp_path / "nl.mo").open("rb") as nl:
        english, dutch = GNUTranslations(en), GNUTranslations(nl)
    assert english.gettext("a.b") == "Two\nlines “ö”"
    assert dutch.gettext("a.b") == "a.b"
    assert [dutch.ngettext("a.keys", "a.keys", n) for n in (0, 1, 2)] == [
        "{n} sleutels",
        "{n} sleutel",
        "{n} sleutels",
    ]


def test_the_sentences_of_every_game_are_built() -> None:
    assert {folder.source for folder in folders()} <= set(sources(ROOT))
    assert tuple(LANGUAGES) == compiling.LANGUAGES
