"""Records of the kernel: layout, checks, conversions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spinney.kernel.records import Floats, Ints, Record, Rows, f64, i8, i16, i32, i64


class Sample(Record):
    one: int = i8()
    two: Ints = i16(2, 3)
    three: int = i64()
    four: Ints = i32(2)


def test_the_layout_is_padded_to_eight_bytes() -> None:
    assert Sample.dtype.itemsize % 8 == 0
    assert tuple(Sample.fields) == ("one", "two", "three", "four")
    assert Sample.batch(3).shape == (3,)


def test_writes_out_of_range_are_caught() -> None:
    record = Sample()
    with pytest.raises(OverflowError, match="one = 128"):
        record.one = 128
    with pytest.raises(OverflowError, match="two"):
        record.two[1, 2] = 40_000


@pytest.mark.parametrize("index", [(0, 3), (-1, 0), (2, 0)])
def test_places_out_of_range_are_caught(index: tuple[int, int]) -> None:
    with pytest.raises(IndexError):
        Sample().two[index]


def test_a_wrong_number_of_indexes_is_caught() -> None:
    with pytest.raises(ValueError, match=r"shorter|longer"):
        Sample().two[1]


def test_unknown_fields_are_caught() -> None:
    record = Sample()
    with pytest.raises(AttributeError, match="no single number 'five'"):
        record.five = 5
    with pytest.raises(AttributeError, match="no field 'five'"):
        _ = record.five
    with pytest.raises(AttributeError, match="'two'"):
        record.two = 5  # type: ignore[assignment]


def test_numpys_own_names_are_refused() -> None:
    with pytest.raises(TypeError, match="size"):

        class Bad(Record):
            size: int = i8()


values = st.fixed_dictionaries(
    {
        "one": st.integers(-128, 127),
        "two": st.lists(st.integers(-(2**15), 2**15 - 1), min_size=6, max_size=6),
        "three": st.integers(-(2**63), 2**63 - 1),
        "four": st.lists(st.integers(-(2**31), 2**31 - 1), min_size=2, max_size=2),
    }
)


@given(values)
def test_json_and_bytes_bring_back_the_same(fields: dict[str, object]) -> None:
    record = Sample.from_json(fields)
    assert record.to_json() == fields
    again = Sample.from_bytes(bytes(record))
    assert again.to_json() == fields
    assert bytes(again) == bytes(record)
    assert len(bytes(record)) == Sample.dtype.itemsize


@given(values)
def test_bytes_are_those_of_the_compiled_record(fields: dict[str, object]) -> None:
    batch = Sample.batch(1)
    for name, value in fields.items():
        batch[name][0] = np.array(value).reshape(Sample.fields[name].shape)
    assert Sample.from_bytes(batch.tobytes()).to_json() == fields


@pytest.mark.parametrize(
    "change",
    [{"one": 1000}, {"one": "x"}, {"one": None}, {"two": [1]}, {"two": 5}, {"five": 5}],
)
def test_wrong_json_is_refused(change: dict[str, object]) -> None:
    fields = {**Sample().to_json(), **change}
    with pytest.raises(ValueError, match=r"one|two|five"):
        Sample.from_json(fields)


def test_missing_json_is_refused() -> None:
    with pytest.raises(ValueError, match="missing or unknown"):
        Sample.from_json({"one": 1})


def test_assigning_a_row_copies_it() -> None:
    rows = Rows([Sample(), Sample()])
    rows[0].one = 5
    rows[0].two[1, 1] = 7
    rows[1] = rows[0]
    rows[0].one = 6
    assert (rows[1].one, rows[1].two[1, 1]) == (5, 7)


def test_fields_of_floating_point_keep_floats() -> None:
    class Weighed(Record):
        weight: float = f64()
        worth: Floats = f64(3)

    record = Weighed()
    record.weight = 1
    record.worth[2] = 0.25
    again = Weighed.from_bytes(bytes(record))
    assert again.to_json() == {"weight": 1.0, "worth": [0.0, 0.0, 0.25]}
    assert isinstance(record.weight, float)


def test_a_copy_of_a_batch_has_equal_bytes() -> None:
    """NumPy copies only what fields name: bytes in gaps would stay as the memory was."""
    batch = Sample.batch(500)
    np.full(1 << 16, -1).sum()  # leaves memory behind that is not zero
    for copy in (batch.copy(), batch[np.arange(500)], np.repeat(batch[:1], 500)):
        assert copy.tobytes() == bytes(len(batch.tobytes()))


def test_the_fields_of_a_record_type_leave_no_gaps() -> None:
    parts: Any = Sample.dtype.fields
    assert sum(part[0].itemsize for part in parts.values()) == Sample.dtype.itemsize
    assert set(Sample.fields) == {name for name in parts if not name.startswith("padding")}


def test_a_printed_record_shows_few_numbers_of_a_field() -> None:
    class Long(Record):
        most: Ints = i8(8)
        more: Ints = i8(9)

    assert repr(Long()) == f"<Long: most={[0] * 8}, more=[9 numbers]>"
    assert repr(Sample()).startswith("<Sample: one=0, two=[0, 0,")
