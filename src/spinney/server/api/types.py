"""Types that the JSON of all parts of the API is made of."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Text = Annotated[str, StringConstraints(max_length=400)]
Word = Annotated[str, StringConstraints(max_length=100)]
Player = Annotated[int, Field(ge=0, le=15, description="Which player, from 0.")]


class Sent(BaseModel):
    """What is sent: members that aren't known are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)
