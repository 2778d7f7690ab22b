"""What Python callers give and get beside the cases: dates, files, generators, kinds of errors, the cache."""

import io
import tempfile
import unittest
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from source import REPOSITORY  # noqa: F401
from stub_service import StubService

import cardstock
from cardstock import Client, verify_webhook
from cardstock.answer_cache import AnswerCache, KeptAnswer
from cardstock.errors import error_of
from cardstock.lookup import ListedRow
from cardstock.parameters import text_of


def exchange(path: str, data: Any, **expect: Any) -> dict[str, Any]:
    """A request that is expected, and what is answered."""
    return {"expect": {"method": "GET", "path": path} | expect, "answer": {"data": data}}


class Given(unittest.TestCase):
    """What is given to calls."""

    def test_dates_are_days_and_moments_are_utc(self) -> None:
        self.assertEqual("2026-08-31", text_of(date(2026, 8, 31)))
        self.assertEqual("2026-08-31T22:30:00.125Z", text_of(datetime(2026, 8, 31, 22, 30, 0, 125_999, UTC)))
        east = timezone(timedelta(hours=2))
        self.assertEqual("2026-08-31T22:30:00.000Z", text_of(datetime(2026, 9, 1, 0, 30, tzinfo=east)))
        self.assertEqual(["true", "1,b", "7"], [text_of(one) for one in (True, (1, "b"), 7)])
        with self.assertRaises(ValueError):
            text_of(datetime(2026, 9, 1))

    def test_a_window_of_dates(self) -> None:
        asked = exchange("/v1/cards/x/prices", {}, query={"from": "2026-06-01", "to": "2026-06-30"})
        with StubService([asked]) as stub, Client(stub.base) as client:
            client.card_prices("x", from_=date(2026, 6, 1), to=date(2026, 6, 30))
            self.assertEqual([], stub.faults)

    def test_a_photo_may_be_bytes_a_file_or_a_path(self) -> None:
        photo = b"\xff\xd8 photo".decode("latin-1").encode()
        asked = exchange("/v1/scan", {}, method="POST", fields={"image": photo.decode()})
        with tempfile.TemporaryDirectory() as folder, StubService([asked] * 3) as stub, Client(stub.base) as client:
            path = Path(folder) / "photo.jpg"
            path.write_bytes(photo)
            for form in (photo, io.BytesIO(photo), path):
                client.scan(form)
            self.assertEqual([], stub.faults)
            for call in (lambda: client.scan(), lambda: client.scan(photo, url="https://a.example")):
                self.assertRaises(TypeError, call)

    def test_rows_are_looked_up_200_at_a_time_as_the_answers_are_taken(self) -> None:
        given = 0

        def rows() -> Iterator[ListedRow]:
            nonlocal given
            for at in range(401):
                given += 1
                yield {"number": str(at)}

        def portion(first: int, end: int) -> dict[str, Any]:
            sent = {"rows": [{"number": str(at)} for at in range(first, end)]}
            return exchange("/v1/lookup", {"items": list(range(first, end))}, method="POST", json=sent)

        exchanges = [portion(0, 200), portion(200, 400), portion(400, 401)]
        with StubService(exchanges) as stub, Client(stub.base) as client:
            found = client.lookup(rows())
            self.assertEqual((0, 0), (given, stub.requests))
            self.assertEqual(0, next(found))
            self.assertEqual((200, 1), (given, stub.requests))
            self.assertEqual(list(range(1, 401)), list(found))
            self.assertEqual([], stub.faults)


class Raised(unittest.TestCase):
    """Kinds of errors."""

    def test_each_code_has_its_kind_and_an_unknown_one_is_the_plain_error(self) -> None:
        kinds = {
            "bad_request": cardstock.BadRequest,
            "unsupported_image": cardstock.BadRequest,
            "unauthorized": cardstock.Unauthorized,
            "not_found": cardstock.NotFound,
            "rate_limited": cardstock.RateLimited,
            "internal": cardstock.ServiceFailed,
            "scan_unavailable": cardstock.ServiceFailed,
            "timeout": cardstock.NoAnswer,
            "unexpected_answer": cardstock.UnexpectedAnswer,
            "invalid_webhook": cardstock.InvalidWebhook,
            "of_tomorrow": cardstock.CardstockError,
        }
        for code, kind in kinds.items():
            self.assertIs(kind, type(error_of(code, "A sentence.")))

    def test_a_secret_that_is_none_is_the_caller_s_mistake(self) -> None:
        headers = {"webhook-id": "e", "webhook-timestamp": "1", "webhook-signature": "v1,eA=="}
        for secret in ("whsec_%%", "whsec_", ""):
            with self.subTest(secret=secret), self.assertRaises(ValueError):
                verify_webhook(b"{}", headers, secret, tolerance_s=1e12)


class Kept(unittest.TestCase):
    """The cache."""

    def test_it_holds_what_was_used_last_within_its_bound(self) -> None:
        def answer(size: int) -> KeptAnswer:
            return KeptAnswer("", b"x" * (size - 1))

        cache = AnswerCache(30)
        for address in "abc":
            cache.put(address, answer(10))
        self.assertIsNotNone(cache.get("a"))
        cache.put("d", answer(10))
        self.assertEqual([True, False, True, True], [cache.get(address) is not None for address in "abcd"])
        cache.put("e", answer(31))
        self.assertEqual([True, False], [cache.get(address) is not None for address in "ae"])
        cache.put("a", answer(30))
        self.assertEqual([True, False, False], [cache.get(address) is not None for address in "acd"])

    def test_one_put_again_counts_once(self) -> None:
        cache = AnswerCache(20)
        for size in (10, 15, 9):
            cache.put("a", KeptAnswer("", b"x" * size))
        cache.put("b", KeptAnswer("", b"x" * 9))
        self.assertIsNotNone(cache.get("a"))
