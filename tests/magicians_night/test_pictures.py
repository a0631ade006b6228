"""Pictures: what is drawn and what stays in the dark."""

import re
import xml.etree.ElementTree as ET

from zauber.games.magicians_night.picture import animated, svg
from zauber.games.magicians_night.table import CAULDRON

from .night import LEFT, SUN, TREES, Night

SVG = "{http://www.w3.org/2000/svg}"


def classes(picture: str) -> list[str]:
    return [group.get("class", "") for group in ET.fromstring(picture).iter(f"{SVG}g") if group.get("class")]


def test_R27_a_picture_in_the_light_shows_everything() -> None:
    night = Night(4).do("enter 0")
    drawn = classes(svg(night.e, night.s, light=True))
    counts = {kind: drawn.count(kind) for kind in ("fire", "cauldron", "tree", "small", "big", "magician", "ring")}
    assert counts == {"fire": 1, "cauldron": 12, "tree": 12, "small": 24, "big": 12, "magician": 1, "ring": 1}


def test_A31_a_picture_in_the_dark_holds_nothing_that_does_not_glow() -> None:
    night = Night(2).do("enter 0").push(LEFT, 5)
    picture = svg(night.e, night.s, light=False)
    assert set(classes(picture)) == {"fire", "cauldron", "magician", "ring"}
    hidden = night.s.copy()
    night.f.conceal(night.e, hidden, 0)
    assert svg(night.e, hidden, viewer=0) == svg(night.e, night.s, light=False, viewer=0)
    x = f"{float(night.s.x[TREES[0]]):.2f}"
    assert x not in picture


def test_A40_a_landed_cauldron_is_drawn_last_and_sunk() -> None:
    night = Night().clear().put(CAULDRON, 6, 0).put(CAULDRON + 4, 60, 60).put(SUN, 44, 0).do("go on").push(LEFT, 3)
    drawn = classes(svg(night.e, night.s))
    assert drawn[-1] == "cauldron landed"
    assert drawn.count("cauldron landed") == 1


def test_A31_own_pieces_are_marked_for_their_viewer() -> None:
    night = Night(2)
    assert svg(night.e, night.s, light=True, viewer=0) != svg(night.e, night.s, light=True, viewer=1)
    assert svg(night.e, night.s, light=True, viewer=0) != svg(night.e, night.s, light=True)


def test_R17_a_turn_is_drawn_as_a_picture_that_moves_and_what_falls_fades() -> None:
    night = Night(2).do("enter 0")
    states = [night.s.copy()]
    while night.s.turn == 0:
        night.do("push 32")
        states.append(night.s.copy())
    picture = animated(night.e, states, light=True)
    root = ET.fromstring(picture)
    assert len(list(root.iter(f"{SVG}animateTransform"))) > 3
    fading = list(root.iter(f"{SVG}animate"))
    assert len(fading) >= 1
    motions = [*root.iter(f"{SVG}animateTransform"), *fading]
    assert len({motion.get("dur") for motion in motions}) == 1  # all in step
    assert {len(motion.get("values", "").split(";")) for motion in motions} == {len(states) + 10}
    assert all(motion.get("values", "").split(";")[-1] == "0" for motion in fading)
    dark = animated(night.e, states, light=False)
    assert not re.search(r'class="(tree|small|big)"', dark)


def test_A31_both_pictures_of_a_position_have_the_same_frame() -> None:
    """So that they can be laid side by side, and the frame of the dark one tells nothing."""
    night = Night(2).put(TREES[0], 0, 165)
    frames = [ET.fromstring(svg(night.e, night.s, light=lit)).get("viewBox") for lit in (True, False)]
    assert frames[0] == frames[1]
    assert frames[0] != ET.fromstring(svg(night.e, night.do("enter 0").s, light=False)).get("viewBox")
