"""Types that the JSON of all parts of the API is made of."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

Text = Annotated[str, StringConstraints(max_length=400)]
Word = Annotated[str, StringConstraints(max_length=100)]
Player = Annotated[int, Field(ge=0, le=15, description="Which player, from 0.")]

UNKNOWN_MEMBER = "unknown_member"
"""The kind of the error that a member isn't known; its context names those that are."""


class Sent(BaseModel):
    """What is sent: members that aren't known are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _known(cls, sent: Any) -> Any:
        """Refuse a member that isn't known by naming those that are."""
        members = sent if isinstance(sent, dict) else {}
        unknown = next((name for name in members if name not in cls.model_fields), None)
        if unknown is not None:
            context = {"member": str(unknown)[:40], "members": ", ".join(cls.model_fields)}
            raise PydanticCustomError(UNKNOWN_MEMBER, "no member {member}: {members}", context)
        return sent
