"""The client of a Cardstock service."""

import json
import os
import ssl
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import TracebackType
from typing import Any, BinaryIO, Final, Literal, Self, Unpack, cast
from urllib.parse import quote

from .answer_cache import AnswerCache
from .connections import Connections
from .events import Event
from .health import Health
from .lookup import ListedRow, LookedUp
from .multipart import form_of
from .pages import Page, followed, rows
from .parameters import (
    CardListParams,
    CountedParams,
    Day,
    EventListParams,
    ExpansionListParams,
    ForeignSource,
    MoverParams,
    ProductListParams,
    SeriesListParams,
    ValueField,
    query_of,
)
from .prices import CardExplanation, CardPriceHistory, Mover, ProductPriceHistory
from .records import (
    Card,
    CardSummary,
    Expansion,
    ExpansionRow,
    Game,
    Migration,
    Product,
    ProductRow,
    Resolved,
    ScanResult,
    Series,
    SeriesRow,
)
from .statistics import CardStatistics, Chart, ExpansionChart, ExpansionStatistics, ProductStatistics
from .transport import Retries, Transport
from .values import Field, ValueCount
from .version import VERSION

#: Rows that one look-up takes.
_LOOKUP_ROWS: Final = 200


class Client:
    """Reads, scan, look-up and events of one service, for any number of threads; each has a connection of its own.

    ``base_url`` is by default ``CARDSTOCK_URL``, or else ``http://127.0.0.1:8080``; ``key`` is ``CARDSTOCK_KEY``.
    An attempt takes at most ``timeout`` seconds, an answer at most ``bytes_max`` bytes unpacked. Answers of up to
    ``cache_bytes`` in all are kept with their ETag; 0 keeps none. Every call raises a CardstockError where it fails.
    """

    def __init__(
        self,
        base_url: str | None = None,
        key: str | None = None,
        *,
        timeout: float = 30,
        retries: int = 3,
        retry_pause_max: float = 30,
        cache_bytes: int = 8_000_000,
        bytes_max: int = 64 * 1024 * 1024,
        user_agent: str = f"cardstock-python/{VERSION}",
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        address = base_url or os.environ.get("CARDSTOCK_URL") or "http://127.0.0.1:8080"
        self._transport = Transport(
            Connections(address, timeout=timeout, bytes_max=bytes_max, ssl_context=ssl_context),
            key=key or os.environ.get("CARDSTOCK_KEY") or None,
            user_agent=user_agent,
            retries=Retries(retries, retry_pause_max),
            cache=AnswerCache(cache_bytes),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def card(self, card_id: str, *, lang: str | None = None, include: Literal["same_artwork"] | None = None) -> Card:
        """One card in full. Raises NotFound."""
        return cast(Card, self._record("/v1/cards", card_id, lang=lang, include=include))

    def list_cards(self, **params: Unpack[CardListParams]) -> Page[CardSummary]:
        """One page of cards."""
        return cast(Page[CardSummary], self._read("/v1/cards", params))

    def iter_cards(self, **params: Unpack[CardListParams]) -> Iterator[CardSummary]:
        """Every card that fits, in catalog order or best match first; pages are read as they are needed."""
        return rows(self._transport, "/v1/cards", params)

    def card_prices(self, card_id: str, *, from_: Day | None = None, to: Day | None = None) -> CardPriceHistory:
        """The daily prices of a card: by default of 90 days, at most of 366. Raises BadRequest, NotFound."""
        return cast(CardPriceHistory, self._record("/v1/cards", card_id, "/prices", from_=from_, to=to))

    def card_stats(self, card_id: str) -> CardStatistics:
        """The statistics of its prices. Raises NotFound."""
        return cast(CardStatistics, self._record("/v1/cards", card_id, "/stats"))

    def card_chart(
        self,
        card_id: str,
        *,
        currency: Literal["usd", "eur"] | None = None,
        span: Literal["1y", "3y", "all"] | None = None,
        step: Literal["week", "day", "month"] | None = None,
    ) -> Chart:
        """Its prices as the points of a chart: by default USD, a year, a point a week. Raises NotFound."""
        return cast(Chart, self._record("/v1/cards", card_id, "/chart", currency=currency, span=span, step=step))

    def explain_card(self, card_id: str) -> CardExplanation:
        """Where each of its prices comes from, or why there is none. Raises NotFound."""
        return cast(CardExplanation, self._record("/v1/cards", card_id, "/explain"))

    def product(self, product_id: int) -> Product:
        """One sealed product in full. Raises NotFound."""
        return cast(Product, self._record("/v1/products", product_id))

    def list_products(self, **params: Unpack[ProductListParams]) -> Page[ProductRow]:
        """One page of sealed products."""
        return cast(Page[ProductRow], self._read("/v1/products", params))

    def iter_products(self, **params: Unpack[ProductListParams]) -> Iterator[ProductRow]:
        """Every sealed product that fits."""
        return rows(self._transport, "/v1/products", params)

    def product_prices(
        self, product_id: int, *, from_: Day | None = None, to: Day | None = None
    ) -> ProductPriceHistory:
        """The daily prices of a sealed product. Raises BadRequest, NotFound."""
        return cast(ProductPriceHistory, self._record("/v1/products", product_id, "/prices", from_=from_, to=to))

    def product_stats(self, product_id: int) -> ProductStatistics:
        """The statistics of its prices. Raises NotFound."""
        return cast(ProductStatistics, self._record("/v1/products", product_id, "/stats"))

    def expansion_stats(self, expansion_id: str) -> ExpansionStatistics:
        """What its cards are worth, the dearest and the movers. Raises NotFound."""
        return cast(ExpansionStatistics, self._record("/v1/expansions", expansion_id, "/stats"))

    def expansion_chart(
        self,
        expansion_id: str,
        *,
        currency: Literal["usd", "eur"] | None = None,
        span: Literal["1y", "3y", "all"] | None = None,
        step: Literal["week", "day", "month"] | None = None,
    ) -> ExpansionChart:
        """What it was worth as the points of a chart: by default USD, a year, a point a week. Raises NotFound."""
        path = "/v1/expansions"
        return cast(
            ExpansionChart, self._record(path, expansion_id, "/chart", currency=currency, span=span, step=step)
        )

    def expansion(self, expansion_id: str, *, lang: str | None = None) -> Expansion:
        """One expansion. Raises NotFound."""
        return cast(Expansion, self._record("/v1/expansions", expansion_id, lang=lang))

    def list_expansions(self, **params: Unpack[ExpansionListParams]) -> Page[ExpansionRow]:
        """One page of expansions."""
        return cast(Page[ExpansionRow], self._read("/v1/expansions", params))

    def iter_expansions(self, **params: Unpack[ExpansionListParams]) -> Iterator[ExpansionRow]:
        """Every expansion that fits."""
        return rows(self._transport, "/v1/expansions", params)

    # ``series`` is one or many: the method that reads one says so.
    def one_series(self, series_id: str, *, lang: str | None = None) -> Series:
        """One series and its expansions. Raises NotFound."""
        return cast(Series, self._record("/v1/series", series_id, lang=lang))

    def list_series(self, **params: Unpack[SeriesListParams]) -> Page[SeriesRow]:
        """One page of series."""
        return cast(Page[SeriesRow], self._read("/v1/series", params))

    def iter_series(self, **params: Unpack[SeriesListParams]) -> Iterator[SeriesRow]:
        """Every series that fits."""
        return rows(self._transport, "/v1/series", params)

    def list_migrations(self, **params: Unpack[CountedParams]) -> Page[Migration]:
        """One page of the renames, the oldest first."""
        return cast(Page[Migration], self._read("/v1/migrations", params))

    def iter_migrations(self, **params: Unpack[CountedParams]) -> Iterator[Migration]:
        """Every rename."""
        return rows(self._transport, "/v1/migrations", params)

    def list_events(self, **params: Unpack[EventListParams]) -> Page[Event]:
        """One page of the feed; its ``next_cursor`` goes into ``cursor``, or its last event's id into ``after``."""
        return cast(Page[Event], self._read("/v1/events", params))

    def iter_events(self, *, every_s: float | None = None, **params: Unpack[EventListParams]) -> Iterator[Event]:
        """Every event from ``after`` on, in order, up to the last there is; with ``every_s`` without end.

        It looks again so often then. Keep the id of the event done last: it is where to resume.
        """
        return followed(self._transport, params, every_s)

    def games(self) -> list[Game]:
        """The games of the deployment."""
        return cast(list[Game], self._read("/v1/games", {})["items"])

    def values(self, field: ValueField, *, game: str | None = None) -> list[ValueCount]:
        """The values that a field has, the most frequent first."""
        return cast(list[ValueCount], self._read(f"/v1/values/{_segment(field)}", {"game": game})["items"])

    def fields(self, *, game: str | None = None) -> list[Field]:
        """The fields that ``filter`` of the card list takes, with how many cards bear each."""
        return cast(list[Field], self._read("/v1/fields", {"game": game})["items"])

    def movers(self, **params: Unpack[MoverParams]) -> list[Mover]:
        """The prices that moved most, the greatest move first."""
        return cast(list[Mover], self._read("/v1/movers", params)["items"])

    def resolve(
        self,
        source: ForeignSource,
        *,
        id: str | int | None = None,
        ids: Sequence[str | int] | None = None,
        lang: str | None = None,
        game: str | None = None,
    ) -> list[Resolved]:
        """What ids of another service stand for: several records where several carry one, none where none does."""
        params = {"source": source, "id": id, "ids": ids, "lang": lang, "game": game}
        return cast(list[Resolved], self._read("/v1/resolve", params)["items"])

    def lookup(self, rows: Iterable[ListedRow], *, lang: str | None = None) -> Iterator[LookedUp]:
        """Which card and printing each row of a list means, with its current prices, in the order of the rows.

        Any number of them, asked 200 at a time as the answers are taken. Raises BadRequest.
        """
        left = iter(rows)
        while portion := list(islice(left, _LOOKUP_ROWS)):
            yield from self._send("/v1/lookup", {"lang": lang}, {"rows": portion})["items"]

    def scan(
        self,
        photo: bytes | BinaryIO | os.PathLike[str] | None = None,
        *,
        url: str | None = None,
        game: str | None = None,
        cards: Literal["all"] | None = None,
        lang: str | None = None,
    ) -> ScanResult:
        """Says which card a photo shows: a picture of at most 10 MB as bytes, file or path, or the address of one.

        With ``game`` only among its cards, with ``cards="all"`` each of up to twelve. Raises BadRequest, ServiceFailed.
        """
        if (photo is None) == (url is None):
            raise TypeError("scan takes a photo or the url of one")
        params = {"cards": cards, "lang": lang}
        if photo is None:
            return cast(ScanResult, self._send("/v1/scan", params, query_of({"url": url, "game": game})))
        body, content_type = form_of(query_of({"game": game}), _bytes_of(photo))
        return cast(ScanResult, self._transport.post("/v1/scan", query_of(params), body, content_type))

    def health(self) -> Health:
        """Whether the service's tasks are on time; needs no key."""
        return cast(Health, self._read("/health", {}))

    def _read(self, path: str, params: Mapping[str, Any]) -> Any:
        return self._transport.get(path, query_of(params))

    def _record(self, path: str, record_id: str | int, below: str = "", **params: object) -> Any:
        return self._read(f"{path}/{_segment(record_id)}{below}", params)

    def _send(self, path: str, params: Mapping[str, Any], body: object) -> Any:
        return self._transport.post(path, query_of(params), json.dumps(body).encode(), "application/json")


def _segment(record_id: str | int) -> str:
    """An id as one segment of a path."""
    return quote(str(record_id), safe="!*'()")


def _bytes_of(photo: bytes | BinaryIO | os.PathLike[str]) -> bytes:
    if isinstance(photo, os.PathLike):
        with open(photo, "rb") as file:
            return file.read()
    return bytes(photo) if isinstance(photo, (bytes, bytearray, memoryview)) else photo.read()
