"""What was read a moment ago and will do for a moment more."""

from __future__ import annotations

from spinney.house.recent import Recent


def test_a_finding_is_read_once_and_nothing_found_is_read_again() -> None:
    kept, reads = Recent[str](60, most=10), []

    def read(found: str | None) -> str | None:
        reads.append(found)
        return found

    assert [kept.get("a", lambda: read("x")) for _ in range(3)] == ["x"] * 3
    assert [kept.get("b", lambda: read(None)) for _ in range(2)] == [None, None]
    assert reads == ["x", None, None]


def test_a_finding_is_read_anew_when_it_is_old_or_to_be_forgotten() -> None:
    old, kept = Recent[str](0, most=10), Recent[str](60, most=10)
    old.get("a", lambda: "x")
    assert old.get("a", lambda: "y") == "y"
    kept.get("a", lambda: "x")
    assert (old.known("a"), kept.known("a"), kept.known("b")) == (None, "x", None)
    kept.forget()
    assert kept.get("a", lambda: "y") == "y"


def test_what_is_being_read_when_all_is_forgotten_is_not_kept() -> None:
    kept = Recent[str](60, most=10)

    def overtaken() -> str:
        kept.forget()
        return "x"

    assert kept.get("a", overtaken) == "x"
    assert kept.get("a", lambda: "y") == "y"


def test_no_more_is_kept_than_there_is_room_for() -> None:
    kept = Recent[str](60, most=2)
    for key in "abc":
        kept.get(key, lambda key=key: key)  # type: ignore[misc]
    assert [kept.get(key, lambda: "new") for key in "bca"] == ["b", "c", "new"]
