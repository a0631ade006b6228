"""Fields of records as plain numbers: faces, which share the record's memory, and readings, which cannot be changed."""

from typing import Any

import numpy as np
import pytest

from zauber.games.compiling.records import faced, form_of, read, record_of
from zauber.games.contract.kernel import record

Thing = record(
    [
        ("small", "i1"),
        ("bare", "u2"),
        ("far", "f8"),
        ("row", "i2", (3,)),
        ("deep", "i1", (2, 3, 4)),
        ("long", "i2", (2, 3)),
    ]
)


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
    face.long[-1][2] = 9
    assert made.long.tolist() == [[0, 0, 0], [0, 0, 9]]
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
    for place in ("row[3]", "deep[2]", "deep[-3]", "deep[1, 3]", "deep[0, 0, 4]", "long[2]", "long[-3]"):
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


def test_a_reading_has_the_fields_of_its_record_as_plain_numbers() -> None:
    made, _ = thing()
    made.small, made.far, made.bare, made.row[1] = -3, 0.5, 60_000, -9
    made.deep[1, 2] = [1, 2, 3, 4]
    reading = read(made)
    assert (reading.small, reading.far, reading["bare"], reading.row.tolist()) == (-3, 0.5, 60_000, [0, -9, 0])
    assert {type(value) for value in (reading.small, reading.row[1], reading.deep[1, 2, 0])} == {int}
    assert reading.deep.tolist() == made.deep.tolist()
    assert (reading.tobytes(), reading.deep.tobytes()) == (made.tobytes(), made.deep.tobytes())
    assert (reading.dtype, reading.deep.size) == (made.dtype, 24)
    assert reading.record().tobytes() == record_of(Thing, reading.tobytes()).tobytes() == made.tobytes()
    assert (read(reading), read(7)) == (reading, 7)


def test_faces_and_readings_have_the_same_parts() -> None:
    made, face = thing()
    made.deep[1, 2] = [1, 2, 3, 4]
    for fields in (face, read(made)):
        assert fields.deep[1, 2].tolist() == [1, 2, 3, 4]
        assert fields.deep[1, 2, 1:3].tolist() == [2, 3]
        assert fields.deep[1, 2, :0].tolist() == []
        assert [row.tolist() for row in fields.deep[1, 1:]] == [[0] * 4, [1, 2, 3, 4]]
        assert [part.tolist() for part in fields.deep[:1]] == [[[0] * 4] * 3]
        assert sum(sum(row) for row in fields.deep[1]) == 10
        with pytest.raises(IndexError, match="4 indices are given for 3 axes"):
            _ = fields.deep[0, 0, 0, 0]


def test_a_reading_cannot_be_changed_but_a_copy_can() -> None:
    made, face = thing()
    reading = read(made)
    with pytest.raises(AttributeError, match="small cannot be set"):
        reading.small = 1
    with pytest.raises(TypeError):
        reading.row[0] = 1
    with pytest.raises(AttributeError):
        _ = reading.nothing
    for copy in (reading.copy(), face.copy()):
        copy.small, copy.row[0] = 5, 6
        assert (copy.record().small, copy.record().row[0]) == (5, 6)
        with pytest.raises(ValueError, match="invalid value"):
            copy.small = 500
    assert (made.small, reading.small, face.small) == (0, 0, 0)


def test_one_field_is_found_among_the_bytes() -> None:
    made, _ = thing()
    made.small, made.row[2] = -2, 7
    data, form = made.tobytes(), form_of(Thing)
    assert form.byte("small")(data) == -2
    assert data[form.place("row")] == made.row.tobytes()
    with pytest.raises(TypeError, match="bare is not one signed byte"):
        form.byte("bare")
