"""Whole games as text: what a person reads from the first line to the winner.

A change in the rules, in an opponent or in a sentence shows here as a difference that can be read. If it is
meant, `python -m tests.golden` writes the transcripts anew; look at what has changed before keeping it.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.solo.commandline import solo

HERE = Path(__file__).parent
OF_TODAY = re.compile(r"(?<=-)\d{4}-\d\d-\d\d-\d+")
"""What the name of a save has of the day."""

A_GAME = ("play", "castle-combo", "--seed", "7", "--cards", "app", "--why")
AGAINST = ("--against", "sister-amabel", "--against", "old-berthold")
A_DEMO = ("demo", "castle-combo", "--seed", "7", "--why", "-a", "mason-corwin", "-a", "widow-pennyworth")

ENGLISH = """\
knave of hearts
beekeeper
/why
alchemist b3
/undo
alchemist down right of beekeeper
potter down d4
gravedigger d5
stone
m duchess e3
m squire face-down e5
judge c2
judge c5
/score
usurper down
e4
r
/fix your keys
9
clockmaker
"""
"""Nine turns, most on one line; also a card that is not there, an illegal cell, undo, why and a fix."""

DUTCH = """\
hartenvrouw
beekeeper
/waarom
alchemist b3
/terug
alchemist gedekt rechts van beekeeper
potter gedekt d4
gravedigger d5
stone
m duchess e3
m squire gedekt e5
judge c2
judge c5
/stand
usurper gedekt
e4
r
/verbeter jouw sleutels
9
clockmaker
"""

VALERIA = ("play", "valeria", "--seed", "7", "--dice", "app", "--cards", "app", "--why", "-a", "ysolde-fenn")
VALERIA_DEMO = ("demo", "valeria", "--seed", "7", "--why", "-a", "mirela-quay")

VALERIA_ENGLISH = """\
4
bazani gate
iron pit
wood
stone
stone
gold
/why
temple anchorage stone
shadow
statue
the anchorage
worker
n
temple nor high
soldier
/undo
holy
n
temple anchorage
shadow
n
/score
stone
stone
gold
ward-tower iron pit worker
temple penumbra stone holy then ward anchorage worker.
harvest stone soldier.
wharf
sell vp 3
sell vp 2
n
stone
stone
infl soldier
wharf infl soldier sell vp 3
wharf infl soldier sell vp 2 ship
nor high
n
harvest stone soldier holy pen/luna
other vp
done
harvest
worker 2.
influence
holy
wood
stone
/fix your ships
1 nor high
wharf influence holy buy sell gold
sail
nor
pen
ship
luna grove
gate anchorage/bazani
shadow
n
harvest wood worker 2.
harvest stone holy 2.
stone
wood
magic
recruit artificer anchorage worker stone.
manor merchant luna-grove wood.
wharf sell vp 2.
"""
"""Fifteen turns with every action; also what is not there, undo, why, a score and a fix."""

VALERIA_DUTCH = """\
4
bazani gate
iron pit
hout
steen
steen
goud
/waarom
tempel anchorage steen
schaduw
standbeeld
the anchorage
arbeiders
n
tempel nor high
soldaten
/terug
heiligen
n
tempel anchorage
schaduw
n
/stand
steen
steen
goud
wachttoren iron pit arbeiders
tempel penumbra steen heiligen dan wacht anchorage arbeiders.
oogst steen soldaten.
kade
verkoop punten 3
verkoop punten 2
n
steen
steen
invl soldaten
kade invl soldaten verkoop punten 3
kade invl soldaten verkoop punten 2 schip
nor high
n
oogst steen soldaten heiligen pen/luna
anders punten
klaar
oogst
arbeiders 2.
invloed
heiligen
hout
steen
/verbeter jouw schepen
1 nor high
kade invloed heiligen koop verkoop goud
vaar
nor
pen
schip
luna grove
poort anchorage/bazani
schaduw
n
oogst hout arbeiders 2.
oogst steen heiligen 2.
steen
hout
magie
rekruteren artificer anchorage arbeiders steen.
landhuis merchant luna-grove hout.
kade verkoop punten 2.
"""

VALERIA_ALL = (*(each for each in VALERIA if each != "--why"), "--track", "all")

VALERIA_ALL_ENGLISH = """\
/hint
8
nor high
stone
gold
food
/hint
recruit
peasant
anchorage
shadow
wharf gold
/hint
sell stone
/quit
"""
"""The beginning of a game in which everything is tracked, with what a strong player would do.

In each language at other questions: with its playouts a hint is what takes longest of all.
"""

VALERIA_ALL_DUTCH = """\
8
nor high
/tip
steen
goud
voedsel
rekruteren
/tip
peasant
anchorage
schaduw
kade goud
verkoop steen
/tip
/stop
"""

METHONI = ("play", "methoni", "--seed", "7", "-a", "alvise-corner", "-a", "caterina-loredan")
METHONI_DEMO = (
    "demo", "methoni", "--seed", "7", "--why",
    "-a", "marina-dandolo", "-a", "zorzi-badoer", "-a", "captain-lupo",
)  # fmt: skip

METHONI_ENGLISH = """\
b4-b9
c7-c8 own c7 left c8
/undo
done
c7-c8 own c7 left c8
b7-c8 own b7 Alvise c8
/why
c5-c6
d
b5-c6 own b5 left c6
c7
c8
trade desert
trade
b4-b5
c
/score
b2-b3 own b2 left b3 annex none
b5-b6 own b5 left b6
a1
c5
c2-c3
b
trade
b1-b2 left b1 right b2
a1-b2
a
/table
d4-e3 left d4 right e3 annex none
b1-sea left b1
b2
trade
c9-c10 left c9 right c10
b5
/fix your ducats
8
e2-e3 own e2 left e3
e1-e2
b3
f1-f2 left f1 right f2
f1-sea left
trade
trade
d6-e5 right e5 annex d7
plains, forest, mountain
"""
"""Eight turns, most of them in two lines; also what cannot be, undo, why, a score, prices and a fix."""

METHONI_DUTCH = """\
b4-b9
c7-c8 eigen c7 links c8
/terug
klaar
c7-c8 eigen c7 links c8
b7-c8 eigen b7 Alvise c8
/waarom
c5-c6
d
b5-c6 eigen b5 links c6
c7
c8
handel woestijn
handel
b4-b5
c
/stand
b2-b3 eigen b2 links b3 overnemen geen
b5-b6 eigen b5 links b6
a1
c5
c2-c3
b
handel
b1-b2 links b1 rechts b2
a1-b2
a
/tafel
d4-e3 links d4 rechts e3 overnemen geen
b1-zee links b1
b2
handel
c9-c10 links c9 rechts c10
b5
/verbeter jouw dukaten
8
e2-e3 eigen e2 links e3
e1-e2
b3
f1-f2 links f1 rechts f2
f1-zee links
handel
handel
d6-e5 rechts e5 overnemen d7
vlaktes, bos, berg
"""

SIX = ("play", "six-castles", "--seed", "7", "--cards", "app", "--why", "-a", "friar-anselmo")
SIX_DEMO = ("demo", "six-castles", "--seed", "7", "--why", "-a", "steward-duarte", "-a", "king-sancho")

SIX_ENGLISH = """\


1
/hint
1
omlw
c4 dtpb
j9 dtzb
j9 kpoh +step w +j9se take house .
/hint
j7
hm/xl
w +j7sw .
/undo
w +j7sw .
/why
i7 mtfa w +i7ne take lake
i7 mtfa w +i7ne .
/score
h8 rxdw w +h8ne .
/fix your half
6
h7 cowr w j9se>i9nw take stone from i7ne .
i6 dtpb w .
h6 xfnm x lwoc x nfkd d sw @8 @9 sell sortelha olive sell sortelha chestnut .
i5 rlch w .
i4 kaom
/hint
religion
/hint
w .
h3 whbo x wlpk d se @11 @16 .
"""
"""Ten turns, most on one line; also a place and a letter that cannot be, undo, why, the score and a fix."""

SIX_DUTCH = """\


1
/tip
1
ovmt
c4 gpws
j9 gpzs
j9 rwoh +stap w +j9zo neem huis .
/tip
j7
hv/xm
w +j7zw .
/terug
w +j7zw .
/waarom
i7 vpba w +i7no neem meer
i7 vpba w +i7no .
/stand
h8 ixgt w +h8no .
/verbeter jouw halve
6
h7 koti w j9zo>i9nw neem kruis van i7no .
i6 gpws w .
h6 xblv x mtok x lbrg d zw @8 @9 verkoop sortelha olijf verkoop sortelha kastanje .
i5 imkh w .
i4 raov
/tip
geloof
/tip
w .
h3 thso x tmwr d zo @11 @16 .
"""


@dataclass(frozen=True, slots=True)
class Golden:
    """A command with what is typed, and the file with all that is read."""

    file: str
    arguments: tuple[str, ...]
    typed: str = ""

    @property
    def path(self) -> Path:
        return HERE / self.file

    def play(self) -> str:
        """The transcript as it is today."""
        said = solo(*self.arguments, answers=self.typed)
        assert (said.code, said.err) == (0, ""), said
        return f"$ solo {' '.join(self.arguments)}\n{OF_TODAY.sub('…', said.out)}"


GOLDEN = (
    Golden("castle-combo-en.txt", (*A_GAME, *AGAINST, "--lang", "en"), ENGLISH),
    Golden("castle-combo-nl.txt", (*A_GAME, *AGAINST, "--lang", "nl"), DUTCH),
    Golden("castle-combo-demo-en.txt", (*A_DEMO, "--lang", "en")),
    Golden("castle-combo-demo-nl.txt", (*A_DEMO, "--lang", "nl")),
    Golden("methoni-en.txt", (*METHONI, "--lang", "en"), METHONI_ENGLISH),
    Golden("methoni-nl.txt", (*METHONI, "--lang", "nl"), METHONI_DUTCH),
    Golden("methoni-demo-en.txt", (*METHONI_DEMO, "--lang", "en")),
    Golden("methoni-demo-nl.txt", (*METHONI_DEMO, "--lang", "nl")),
    Golden("six-castles-en.txt", (*SIX, "--lang", "en"), SIX_ENGLISH),
    Golden("six-castles-nl.txt", (*SIX, "--lang", "nl"), SIX_DUTCH),
    Golden("six-castles-demo-en.txt", (*SIX_DEMO, "--lang", "en")),
    Golden("six-castles-demo-nl.txt", (*SIX_DEMO, "--lang", "nl")),
    Golden("valeria-en.txt", (*VALERIA, "--lang", "en"), VALERIA_ENGLISH),
    Golden("valeria-nl.txt", (*VALERIA, "--lang", "nl"), VALERIA_DUTCH),
    Golden("valeria-all-en.txt", (*VALERIA_ALL, "--lang", "en"), VALERIA_ALL_ENGLISH),
    Golden("valeria-all-nl.txt", (*VALERIA_ALL, "--lang", "nl"), VALERIA_ALL_DUTCH),
    Golden("valeria-demo-en.txt", (*VALERIA_DEMO, "--lang", "en")),
    Golden("valeria-demo-nl.txt", (*VALERIA_DEMO, "--lang", "nl")),
)


def renew() -> list[str]:
    """Write every transcript that differs from what is read today; the names of those that did."""
    changed = []
    for golden in GOLDEN:
        with TemporaryDirectory() as home:  # one for each: an opponent met before says so
            os.environ["CASTELLAN_HOME"] = home
            today = golden.play()
        if not golden.path.exists() or golden.path.read_text(encoding="utf-8") != today:
            golden.path.write_text(today, encoding="utf-8")
            changed.append(golden.file)
    return changed
