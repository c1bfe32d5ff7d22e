"""The same table in two servers, which differ only in what some viewers can't know.

The deal and its secret differ, and what others do unseen. Whatever is sent to these viewers is
held against each other.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from random import Random

from sqlalchemy import update
from tests.web.paired_matches import Deal, PairedMatches, PairedMove, done
from tests.web.paired_servers import Observer, PairedServer, ServerPair, plain
from tests.web.site import until

from spinney.core.errors import Refused
from spinney.match import Clock, Match
from spinney.match.deal import commitment
from spinney.match.settings import MatchSettings
from spinney.server.accounts.person import Person
from spinney.server.chat.store import PLAYERS, WATCHERS
from spinney.server.db import schema
from spinney.server.play.hints import Hint
from spinney.server.play.match_service import Change
from spinney.server.play.progress import SearchProgress

SPECTATOR, UMPIRE = -1, -2
ASKED = {
    "/match/{match_id}/words": ("said=&version={v}", "said={word}&version={v}", "version=0.0"),
    "/match/{match_id}/gains": ("move={word}&version={v}", "move={word}&version=0.0"),
    "/match/{match_id}/replay": ("at=1", "at=3&seen_by=all"),
    "/match/{match_id}/replay/frame": ("at=2&seen_by=1&layout=narrow", "at=99&seen_by=-1"),
    "/api/matches/{match_id}": ("", "since=2"),
    "/api/matches/{match_id}/words": ("", "said={word}"),
    "/api/tables": ("", "mine=true"),
}
"""What pages are asked, where that isn't simply nothing."""
Aside = Callable[[PairedServer, int, str], object]
"""Something that a player does in one of the servers, with a text that differs."""


@dataclass(frozen=True)
class Kind:
    """What sort of table it is, and who looks at it.

    Attributes:
        viewer: a player, `SPECTATOR` or `UMPIRE`.
        named: have spectators a name? At a private table they must.
        private: may only those look on who have followed the link?
        clock: how much time players have.
        alike: are the games the same, and only what is done beside them is not?
    """

    viewer: int
    named: bool = True
    private: bool = False
    clock: str = "none"
    alike: bool = False

    @property
    def observer(self) -> int:
        """Whose view the viewer gets."""
        return max(self.viewer, SPECTATOR)


@contextmanager
def paired(
    server_pair: ServerPair, plan: PairedMatches, kind: Kind, rng: Random, since: int = 0
) -> Iterator[Pair]:
    """Open a table in both servers, and end it."""
    with ExitStack() as stack:
        pair = Pair(server_pair, plan, kind, rng, since)
        pair.open(stack)
        try:
            yield pair
        finally:
            pair.end()


@dataclass
class Pair:
    """The same table in both servers.

    Attributes:
        server_pair: the servers.
        plan: what happens.
        kind: what sort of table it is.
        since: how much has been done before the viewer looks on.
        rng: of what is the same in both.
        apart: of what differs, server by server.
        viewer: who looks, in each server.
    """

    server_pair: ServerPair
    plan: PairedMatches
    kind: Kind
    rng: Random
    since: int = 0
    id: str = ""
    secrets: list[str] = field(default_factory=list)
    people: list[Person] = field(default_factory=list)
    meant: dict[tuple[str, int], str] = field(default_factory=dict)

    # Before it begins.

    def open(self, stack: ExitStack) -> None:
        """Open the table, let everybody sit down, and the viewer look on."""
        self.apart = [Random(self.rng.getrandbits(60)) for _ in self.server_pair.servers]
        self._set_up()
        person = self.people[self.kind.viewer]
        name, token = secrets.token_hex(6), ""
        if self.kind.named:
            name, token = (
                person.name,
                self.server_pair.servers[0].services.accounts.issue_api_token(person.id, "rex"),
            )
        self.server_pair.copy(
            schema.accounts, schema.sessions, schema.tokens, schema.tables, schema.seats
        )
        for home, dealt in zip(self.server_pair.servers, self.plan.deals, strict=True):
            self._seal(home, dealt)
        layout = self.rng.choice(("wide", "narrow"))
        observers = [Observer(home, name, token, layout) for home in self.server_pair.servers]
        self.viewer = [stack.enter_context(closing(one)) for one in observers]
        for room in (f"/table/{self.id}", f"/table/{self.id}/room", f"/api/tables/{self.id}"):
            self._same(room, [plain(one.get(room)) for one in self.viewer])
        for number, home in enumerate(self.server_pair.servers):
            self._begin(home)
            for deed in self.plan.course[: self.since]:
                self._change(home, deed, deed.said[number])
        for one in self.viewer:
            one.look_on(self.id)
        self.server_pair.settle(
            self.id
        )  # that they have come is shown as well, before time goes on

    def _set_up(self) -> None:
        """Let people come to the first server, and one of them open the table."""
        game, first = self.plan.game, self.server_pair.servers[0].services
        names = [*("Ann", "Bob", "Cid", "Dee")[: game.num_players], "Uma", "Wat"]
        names = [f"{name}{secrets.token_hex(3)}" for name in names]
        self.people = [first.accounts.guest(f"session-of-{name}", name) for name in names]
        umpire = self.kind.viewer == UMPIRE
        rules = MatchSettings(
            public=not self.kind.private, hints=False, umpire=umpire, umpire_free=umpire
        )
        seats = ["me", *["open"] * (game.num_players - 1)]
        self.id = first.tables.open(self.people[0], game, Clock.read(self.kind.clock), rules, seats)

    def _seal(self, home: PairedServer, dealt: Deal) -> None:
        """Let another secret be dealt from than was drawn when the table was opened."""
        secret = "0123456789abcdef" + ("0" * 16 if self.kind.alike else secrets.token_hex(8))
        self.server_pair.deals[secret] = dealt
        self.secrets.append(secret)
        query = update(schema.tables).where(schema.tables.c.id == self.id)
        with home.services.store.database.writing() as connection:
            connection.execute(query.values(secret=secret))

    def _begin(self, home: PairedServer) -> None:
        """Let everybody sit down."""
        tables, (*_, umpire, spectator) = home.services.tables, self.people
        for number in range(1, self.plan.game.num_players):
            tables.sit(self.id, self.people[number], number)
        if self.kind.private:
            tables.admit(self.id, spectator)
        if self.kind.viewer == UMPIRE:
            home.services.umpires.offer(self.id, umpire)
        home.services.match_service.live_match(self.id)

    # What happens.

    def play(self, looked: int | None = None) -> None:
        """Play all that is planned, and compare everything that is sent on the way.

        Args:
            looked: after how many deeds pages are compared besides at the end.
        """
        course = self.plan.course[self.since :]
        looked = self.rng.randrange(len(course)) if looked is None else looked
        for number, deed in enumerate(course):
            self.server_pair.time[0] += self.rng.randrange(5000)
            self._stir()
            self.compare(everything=number == looked)
            self._do(deed)
            if self.match.over and not self.kind.alike:
                return  # what is said beside the game is no secret any more
            self.compare()
        self._stir()
        self._try()
        self.compare(everything=True)
        self.end()
        if self.kind.alike:
            self.compare(everything=True)

    def end(self) -> None:
        """End the match, and with it the streams."""
        for home in self.server_pair.servers:
            if not home.at_hand(self.id).match.over:
                self._change(home, PairedMove("resign", 0))

    @property
    def match(self) -> Match:
        """The match in the first server."""
        return self.server_pair.servers[0].at_hand(self.id).match

    @property
    def version(self) -> str:
        """The version of what the viewer sees."""
        return f"{self.kind.observer}.{self.match.version_for(self.kind.observer)}"

    def _change(
        self, home: PairedServer, deed: PairedMove, said: str = "", finish: bool = True
    ) -> None:
        home.services.match_service.act(home.at_hand(self.id), change(deed, said, finish))

    def _do(self, deed: PairedMove) -> None:
        """Let somebody do what is planned: the viewer over the wire, others out of sight."""
        for home in self.server_pair.servers:
            self._mean(home)
        if deed.kind in ("say", "undo") and deed.player == self.kind.viewer:
            self._do_by_wire(deed)
            return
        for home, said in zip(self.server_pair.servers, deed.said, strict=True):
            self._change(home, deed, said)
            self.meant.pop((home.name, deed.player), None)
            if deed.kind == "say":
                self.meant[home.name, deed.player] = said

    def _mean(self, home: PairedServer) -> None:
        """Let others mean again what is planned, before it comes to light."""
        match = home.at_hand(self.id).match
        for player, sealed in match.sealed.items():
            meant = self.meant.get((home.name, player), sealed)
            if match.position.finished(player) and sealed != meant:
                self._change(home, PairedMove("say", player), meant)

    def _do_by_wire(self, deed: PairedMove) -> None:
        address, said = f"/match/{self.id}", deed.said[0]
        if deed.kind == "say" and self.match.simultaneous:
            self.post(f"{address}/move", move=said, version=self.version, finish="no")
            self.compare()
        if deed.kind == "say":
            self.say(said)
        else:
            self.post(f"{address}/{deed.kind}", version=self.version)

    # What happens unseen.

    def _stir(self) -> None:
        """Let others do what the viewer can't know, in each server something else."""
        for home, rng in zip(self.server_pair.servers, self.apart, strict=True):
            for player in range(self.plan.game.num_players):
                if player != self.kind.viewer:
                    self._waver(home, player, rng)
                    for aside in rng.sample(self._asides, 2):
                        aside(home, player, f"{rng.random()}")
            home.services.match_service.publish(self.id)

    def _waver(self, home: PairedServer, player: int, rng: Random) -> None:
        """Let a player choose something else than is planned, where that is secret."""
        match = home.at_hand(self.id).match
        secret = match.simultaneous and player in match.state.to_act and not self.kind.alike
        if PairedMove("forfeit", player) in self.plan.course:
            return  # what is chosen by then counts
        if secret and rng.random() < 0.5:
            said = match.view(player).legal.sample(rng.getrandbits(60))
            self._change(home, PairedMove("say", player), said, match.position.finished(player))

    @property
    def _asides(self) -> list[Aside]:
        """What others can do that the viewer can't know."""
        found: list[Aside] = [self._note, self._queue, self._ask]
        if self.kind.viewer < 0:
            found.append(self._wish)
        if self.kind.viewer != UMPIRE and not (self.kind.viewer >= 0 and self.kind.alike):
            found.append(self._talk)
        return found

    def _note(self, home: PairedServer, player: int, text: str) -> None:
        home.services.notes.write(self.id, self.people[player].id, text)

    def _queue(self, home: PairedServer, player: int, text: str) -> None:
        """Let a player queue what can't be said: it is dropped with a word."""
        home.services.premoves.queue(self.id, player, text)

    def _ask(self, home: PairedServer, player: int, text: str) -> None:
        """Let a player be told what the computer thinks."""
        live = home.at_hand(self.id)
        live.advice[player] = Hint(live.match.view(player), SearchProgress(len(text), 99))

    def _wish(self, home: PairedServer, player: int, text: str) -> None:
        with suppress(Refused):  # there is nothing to take back yet
            yes = text < "0.7"
            home.services.votes.vote(home.at_hand(self.id), player, f"undo:{player}", yes)

    def _talk(self, home: PairedServer, player: int, text: str) -> None:
        """Let those talk whom the viewer can't read: players, or spectators."""
        among = (PLAYERS, self.people[player])
        if self.kind.viewer >= 0:
            among = (WATCHERS, self.people[-1])
        with suppress(Refused):  # nobody may say too much at once
            home.services.chat.send(self.id, *among, text)

    # What is sent.

    def compare(self, everything: bool = False) -> None:
        """Compare what sockets and streams have sent, and what pages show."""
        self.server_pair.settle(self.id)
        for home, observer in zip(self.server_pair.servers, self.viewer, strict=True):
            until(
                lambda home=home, observer=observer: (
                    len(observer.lines) == self.server_pair.sent[home.name, self.id]
                )
            )
        self._same("the socket", [observer.messages for observer in self.viewer])
        self._same("the stream", [observer.lines for observer in self.viewer])
        for path in self._paths() if everything else ():
            self._same(path, [plain(observer.get(path)) for observer in self.viewer])

    def say(self, move: str) -> None:
        """Say the same in both servers, in one of the ways there are."""
        said = {"move": move, "version": self.version}
        way = self.rng.choice(("socket", f"/match/{self.id}", f"/api/matches/{self.id}"))
        if way == "socket":
            self._same(f"said: {said}", [observer.say(said) for observer in self.viewer])
            self.server_pair.settle(self.id)
        else:
            self.post(f"{way}/move", **said)

    def post(self, path: str, **fields: str) -> None:
        """Send the same to both servers, and compare the answers.

        What it changes is shown before anything else happens: of two changes in a row who is slow
        shows the newest only, and slowness tells nothing.
        """
        answers = [plain(observer.post(path, fields)) for observer in self.viewer]
        self._same(f"{path} {fields}", answers)
        self.server_pair.settle(self.id)

    def _same(self, what: str, sent: Sequence[object]) -> None:
        """Fail if something differs besides the hash of the secret, of which nobody can tell."""
        pairs = zip(sent, self.secrets, strict=True)
        one, other = (str(text).replace(commitment(secret), "HASH") for text, secret in pairs)
        assert one == other, f"{what} tells what can't be known: {difference(one, other)}"

    def _paths(self) -> Iterator[str]:
        """Yield the addresses of all that can be looked at, and what else is asked there."""
        known = dict.fromkeys(("match_id", "table_id"), self.id)
        known |= {"name": self.plan.game.name, "language": "en", "version": "0"}
        word = self.rng.choice(self._words())
        for page in self.server_pair.pages:
            if self.match.over and page.endswith("/analysis"):
                continue  # then the computer begins to think, and says how far it is
            path = re.sub(r"{(\w+)}", lambda found: known[found[1]], page)
            for query in ASKED.get(page, ("",)):
                yield f"{path}?{query.format(v=self.version, word=word)}".removesuffix("?")

    def _words(self) -> list[str]:
        """Return some of what is dealt, and how moves begin."""
        dealt = [word for one in self.plan.deals for words in one.given.values() for word in words]
        return [*self.rng.sample(dealt, min(4, len(dealt))), "bid", "draw", "nonsense"]

    def _moves(self) -> Iterator[str]:
        """Yield what may be said only by others, or by who knows more, or not at all."""
        words = self._words()
        yield from ("", "nonsense", f"take {words[0]}", f"play {words[0]} 0,0", f"sell {words[0]}")
        for home in self.server_pair.servers:
            match = home.at_hand(self.id).match
            for player in match.to_act:
                said = match.view(player).legal.sample(self.rng.getrandbits(60))
                yield from (said, re.sub(r"(?<= )\S+", words[0], said, count=1))

    def _try(self) -> None:
        """Try what can't be done, and what changes nothing in the game."""
        address, api_address = f"/match/{self.id}", f"/api/matches/{self.id}"
        legal = self.match.view(self.kind.observer).legal
        illegal = [said for said in self._moves() if said not in legal]
        for move in self.rng.sample(illegal, min(6, len(illegal))):
            self.say(move)
        for deed in ("move", "undo", "resign"):
            where = self.rng.choice((address, api_address))
            self.post(f"{where}/{deed}", move="x", version="0.999")
        for deed in ("hint", "pause", "correct", "resume", "rematch"):
            self.post(f"{address}/{deed}", version=self.version)
        self._same("HEAD", [plain(observer.head(address)) for observer in self.viewer])
        self.post(f"{address}/chat", text="Hello")
        self.post(f"{address}/votes", proposal="undo:mine", mine="yes")
        self.post(f"{address}/premove", move="nonsense")


def change(deed: PairedMove, said: str, finish: bool = True) -> Change:
    """Return what a deed does to a match."""
    return lambda match, at: done(match, deed, said, at, finish)


def difference(one: str, other: str) -> str:
    """Return where two texts begin to differ."""
    pairs = enumerate(zip(one, other, strict=False))
    at = next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))
    return f"…{one[max(0, at - 60) : at + 60]}… or …{other[max(0, at - 60) : at + 60]}…"
