"""Records as interpreted rules see them: plain numbers in, plain numbers out, and the memory is the record's own."""

from typing import Any

import numpy as np
import pytest

from zauber.games.compiling.records import faced
from zauber.games.contract.kernel import record

Thing = record([("small", "i1"), ("bare", "u2"), ("far", "f8"), ("row", "i2", (3,)), ("deep", "i1", (2, 3, 4))])


def thing() -> tuple[Any, Any]:
    """A record and its face."""
    made = np.zeros(1, Thing)[0]
    return made, faced(made)


def test_numbers_are_pythons_own_and_go_both_ways() -> None:
    made, face = thing()
    made.small, made.far = -3, 0.5
    face.bare = 60_000
    assert (type(face.small), type(face.far), type(face.row[0]), type(face.deep[1, 2, 3])) == (int, float, int, int)
    assert (face.small * 1000, face.far, int(made.bare)) == (-3000, 0.5, 60_000)


def test_parts_of_arrays_are_views() -> None:
    made, face = thing()
    face.row[-1] = 7
    face.deep[1, 2, 3] = 5
    face.deep[1][0, 2] = 4
    face.deep[0][-1][1] = 3
    face.deep[1, 1][0] = 2
    assert made.row.tolist() == [0, 0, 7]
    assert [made.deep[at] for at in ((1, 2, 3), (1, 0, 2), (0, 2, 1), (1, 1, 0))] == [5, 4, 3, 2]
    assert made.deep.sum() == 14
    assert (len(face.row), len(face.deep), len(face.deep[0]), face.deep.shape) == (3, 2, 3, (2, 3, 4))


def test_what_does_not_fit_its_field_is_refused() -> None:
    _, face = thing()
    for change in ("face.small = 128", "face.bare = -1", "face.row[0] = 40_000", "face.deep[0, 0, 0] = -129"):
        with pytest.raises(ValueError, match="invalid value"):
            exec(change, {"face": face})


def test_places_that_are_not_there_are_refused() -> None:
    _, face = thing()
    for place in ("row[3]", "deep[2]", "deep[-3]", "deep[1, 3]", "deep[0, 0, 4]"):
        with pytest.raises(IndexError):
            eval(f"face.{place}", {"face": face})


def test_only_numbers_can_be_replaced_and_only_fields_are_there() -> None:
    _, face = thing()
    with pytest.raises(AttributeError):
        face.row = [1, 2, 3]
    with pytest.raises(AttributeError):
        face.nothing = 1
    with pytest.raises(AttributeError, match="no field nothing"):
        _ = face.nothing


def test_one_record_keeps_its_face_and_another_gets_its_own() -> None:
    made, face = thing()
    assert faced(made) is face
    other = made.copy()
    faced(other).small = 9
    assert (int(made.small), int(other.small), faced(made).small) == (0, 9, 0)
    assert faced(5) == 5
