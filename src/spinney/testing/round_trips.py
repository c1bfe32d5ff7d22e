"""Promises about values: they pickle, print, and go to JSON and back."""

from __future__ import annotations

import json
import pickle

from spinney.core.state import Observation, State
from spinney.testing.violations import hold


def check_copies(state: State) -> None:
    """Check that a state can be written and read back in every format."""
    hold(pickle.loads(pickle.dumps(state)) == state, "states pickle", state)  # noqa: S301
    hold(State.from_json(json.dumps(state.to_json())) == state, "states go to JSON", state)
    hold(state.game.state(state.code) == state, "states have a code", state)
    hold(hash(state.game.state(state.code)) == hash(state), "equal states hash alike", state)
    hold(bytes(state.record) == state.data, "a record holds all there is", state)


def check_view_copies(view: Observation) -> None:
    """Check the same for an observation."""
    hold(pickle.loads(pickle.dumps(view)) == view, "observations pickle", view)  # noqa: S301
    again = Observation.from_json(json.dumps(view.to_json()))
    hold(again == view, "observations go to JSON", view)
    hold(view.game.observation(view.player, view.code) == view, "observations have a code", view)
    hold(bool(str(view)), "observations print", view)
