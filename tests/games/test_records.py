"""Fields of records as plain numbers: handles share the record's memory, and readings cannot be changed."""

from typing import Any

import numpy as np
import pytest

from zauber.games.compiling.records import form_of, handle_of, read, record_of
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
    """A record and its handle."""
    made = np.zeros(1, Thing)[0]
    return made, handle_of(made)


def test_numbers_are_pythons_own_and_go_both_ways() -> None:
    made, handle = thing()
    made.small, made.far = -3, 0.5
    handle.bare = 60_000
    assert (type(handle.small), type(handle.far), type(handle.row[0]), type(handle.deep[1, 2, 3])) == (
        int,
        float,
        int,
        int,
    )
    assert (handle.small * 1000, handle.far, int(made.bare)) == (-3000, 0.5, 60_000)


def test_parts_of_arrays_are_views() -> None:
    made, handle = thing()
    handle.row[-1] = 7
    handle.deep[1, 2, 3] = 5
    handle.deep[1][0, 2] = 4
    handle.deep[0][-1][1] = 3
    handle.deep[1, 1][0] = 2
    handle.long[-1][2] = 9
    assert made.long.tolist() == [[0, 0, 0], [0, 0, 9]]
    assert made.row.tolist() == [0, 0, 7]
    assert [made.deep[at] for at in ((1, 2, 3), (1, 0, 2), (0, 2, 1), (1, 1, 0))] == [5, 4, 3, 2]
    assert made.deep.sum() == 14
    assert (len(handle.row), len(handle.deep), len(handle.deep[0]), handle.deep.shape) == (3, 2, 3, (2, 3, 4))


def test_what_does_not_fit_its_field_is_refused() -> None:
    _, handle = thing()
    for change in ("handle.small = 128", "handle.bare = -1", "handle.row[0] = 40_000", "handle.deep[0, 0, 0] = -129"):
        with pytest.raises(ValueError, match="invalid value"):
            exec(change, {"handle": handle})


def test_places_that_are_not_there_are_refused() -> None:
    _, handle = thing()
    for place in ("row[3]", "deep[2]", "deep[-3]", "deep[1, 3]", "deep[0, 0, 4]", "long[2]", "long[-3]"):
        with pytest.raises(IndexError):
            eval(f"handle.{place}", {"handle": handle})


def test_only_numbers_can_be_replaced_and_only_fields_are_there() -> None:
    _, handle = thing()
    with pytest.raises(AttributeError):
        handle.row = [1, 2, 3]
    with pytest.raises(AttributeError):
        handle.nothing = 1
    with pytest.raises(AttributeError, match="no field nothing"):
        _ = handle.nothing


def test_one_record_keeps_its_face_and_another_gets_its_own() -> None:
    made, handle = thing()
    assert handle_of(made) is handle
    other = made.copy()
    handle_of(other).small = 9
    assert (int(made.small), int(other.small), handle_of(made).small) == (0, 9, 0)
    assert handle_of(5) == 5


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
    made, handle = thing()
    made.deep[1, 2] = [1, 2, 3, 4]
    for fields in (handle, read(made)):
        assert fields.deep[1, 2].tolist() == [1, 2, 3, 4]
        assert fields.deep[1, 2, 1:3].tolist() == [2, 3]
        assert fields.deep[1, 2, :0].tolist() == []
        assert [row.tolist() for row in fields.deep[1, 1:]] == [[0] * 4, [1, 2, 3, 4]]
        assert [part.tolist() for part in fields.deep[:1]] == [[[0] * 4] * 3]
        assert sum(sum(row) for row in fields.deep[1]) == 10
        with pytest.raises(IndexError, match="4 indices are given for 3 axes"):
            _ = fields.deep[0, 0, 0, 0]


def test_a_reading_cannot_be_changed_but_a_copy_can() -> None:
    made, handle = thing()
    reading = read(made)
    with pytest.raises(AttributeError, match="small cannot be set"):
        reading.small = 1
    with pytest.raises(TypeError):
        reading.row[0] = 1
    with pytest.raises(AttributeError):
        _ = reading.nothing
    for copy in (reading.copy(), handle.copy()):
        copy.small, copy.row[0] = 5, 6
        assert (copy.record().small, copy.record().row[0]) == (5, 6)
        with pytest.raises(ValueError, match="invalid value"):
            copy.small = 500
    assert (made.small, reading.small, handle.small) == (0, 0, 0)


def test_one_field_is_found_among_the_bytes() -> None:
    made, _ = thing()
    made.small, made.row[2] = -2, 7
    data, form = made.tobytes(), form_of(Thing)
    assert form.byte("small")(data) == -2
    assert data[form.place("row")] == made.row.tobytes()
    for found in (read(made), handle_of(made), read(made).copy()):
        assert found.raw("row") == made.row.tobytes()
        assert found.raw("small") == b"\xfe"
    with pytest.raises(KeyError):
        read(made).raw("nothing")
    with pytest.raises(TypeError, match="bare is not one signed byte"):
        form.byte("bare")
