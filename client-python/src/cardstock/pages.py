"""Lists as pages and as one stream of rows."""

import time
from collections.abc import Iterator, Mapping
from typing import Any, Generic, NotRequired, TypedDict, TypeVar

from .events import Event
from .parameters import query_of
from .transport import Transport

_Row = TypeVar("_Row")


class Page(TypedDict, Generic[_Row]):
    """A page of a list; ``next_cursor`` is None on the last."""

    items: list[_Row]
    next_cursor: str | None
    #: How many rows there are on all pages; only with ``total``.
    total: NotRequired[int]
    #: Of ids that were asked for, those that nothing has.
    missing: NotRequired[list[str | int]]
    #: Of an empty list, the filters and terms that no row fits.
    unmatched: NotRequired[list[str]]


def rows(transport: Transport, path: str, params: Mapping[str, Any]) -> Iterator[Any]:
    """Every row, page by page as they are taken."""
    query = query_of(params)
    while True:
        page = transport.get(path, query)
        yield from page["items"]
        if page["next_cursor"] is None:
            return
        query = query | {"cursor": page["next_cursor"]}


def followed(transport: Transport, params: Mapping[str, Any], every_s: float | None) -> Iterator[Event]:
    """Every event of the feed; with ``every_s`` without end, looking again so often where no more had come."""
    query = query_of(params)
    while True:
        page = transport.get("/v1/events", query)
        yield from page["items"]
        if page["items"]:
            query.pop("cursor", None)
            query["after"] = page["items"][-1]["id"]
        if page["next_cursor"] is not None:
            continue
        if every_s is None:
            return
        time.sleep(every_s)
