"""One call: key, ETag, repetition and the envelope; gives ``data`` or raises."""

import json
import random
import re
import time
import warnings
from collections.abc import Callable, Mapping
from datetime import UTC
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from .answer_cache import AnswerCache, KeptAnswer
from .connections import Answer, Connections
from .errors import CardstockError, error_of

#: About how long the first pause is; each further one is twice as long.
_PAUSE_S: Final = 0.3


class Retries(NamedTuple):
    """How failed calls are repeated. All may be: none of them changes anything."""

    #: Calls after the first one.
    repeats: int
    #: No pause is longer: a longer ``Retry-After`` is raised at once.
    pause_max_s: float


class Transport:
    """Calls to one service with one key."""

    def __init__(
        self,
        connections: Connections,
        *,
        key: str | None,
        user_agent: str,
        retries: Retries,
        cache: AnswerCache,
    ) -> None:
        self._connections = connections
        self._retries = retries
        self._cache = cache
        self._headers = {"accept": "application/json", "accept-encoding": "gzip", "user-agent": user_agent}
        if key is not None:
            self._headers["authorization"] = f"Bearer {key}"

    def get(self, path: str, query: Mapping[str, str]) -> Any:
        """Reads ``data``, or the whole body where the address is outside the envelope."""
        target = f"{path}?{urlencode(query)}" if query else path

        def attempt() -> Any:
            kept = self._cache.get(target)
            asked = {"if-none-match": kept.etag} if kept else {}
            answer = self._connections.exchange("GET", target, self._headers | asked, None)
            ignored = answer.headers.get("cardstock-ignored")
            if ignored is not None:
                # Python shows a warning of one text once.
                warnings.warn(f"Cardstock ignored these parameters: {ignored}", stacklevel=2)
            if answer.status == 304 and kept is not None:
                return _payload(target, answer, kept.body)
            data = _payload(target, answer, answer.body)
            etag = answer.headers.get("etag")
            if etag is not None:
                self._cache.put(target, KeptAnswer(etag, answer.body))
            return data

        return self._repeated(attempt)

    def post(self, path: str, query: Mapping[str, str], body: bytes, content_type: str) -> Any:
        """Sends a body that changes nothing, and reads ``data``."""
        target = f"{path}?{urlencode(query)}" if query else path
        headers = self._headers | {"content-type": content_type}

        def attempt() -> Any:
            answer = self._connections.exchange("POST", target, headers, body)
            return _payload(target, answer, answer.body)

        return self._repeated(attempt)

    def close(self) -> None:
        """Closes the connections."""
        self._connections.close()

    def _repeated(self, attempt: Callable[[], Any]) -> Any:
        count = 0
        while True:
            try:
                return attempt()
            except CardstockError as error:
                pause = self._pause(error, count)
                if pause is None:
                    raise
            time.sleep(pause)
            count += 1

    def _pause(self, error: CardstockError, count: int) -> float | None:
        """Seconds to wait before the next attempt; None where there is to be none."""
        status, asked, longest = error.status or 0, error.retry_after_s or 0.0, self._retries.pause_max_s
        is_passing = error.code in ("network", "timeout") or status == 429 or status >= 500
        if not is_passing or error.code == "scan_unavailable" or count >= self._retries.repeats or asked > longest:
            return None
        # Never before Retry-After, and never all callers at once.
        half: float = min(longest, _PAUSE_S * 2.0**count) / 2
        return float(min(longest, max(asked, half) + random.random() * half))


def _payload(target: str, answer: Answer, body: bytes) -> Any:
    """What stands inside the envelope; a body that has none is the payload itself."""
    parsed = _parsed(body)
    is_good = 200 <= answer.status < 300 or answer.status == 304
    if is_good and parsed is not None:
        is_envelope = isinstance(parsed, dict) and "data" in parsed and "error" in parsed
        return parsed["data"] if is_envelope else parsed
    told = parsed.get("error") if isinstance(parsed, dict) else None
    if isinstance(told, dict) and isinstance(told.get("code"), str):
        raise _failure(told["code"], str(told.get("message")), answer)
    led = answer.headers.get("location") if 300 <= answer.status < 400 else None
    why = f"it leads to {led}, which is not followed" if led else "it is not as Cardstock answers"
    raise _failure("unexpected_answer", f"{target} answered {answer.status}: {why}.", answer)


def _failure(code: str, message: str, answer: Answer) -> CardstockError:
    return error_of(
        code,
        message,
        status=answer.status,
        request_id=answer.headers.get("x-request-id"),
        retry_after_s=_retry_after_s(answer.headers),
    )


def _parsed(body: bytes) -> Any:
    """None for what is no JSON."""
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_refused)
    except (ValueError, RecursionError):
        return None


def _refused(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


def _retry_after_s(headers: Message) -> float | None:
    """Seconds to wait: ``Retry-After`` in seconds or as a date, else until a spent budget regains a request."""
    said = headers.get("retry-after")
    if said is not None:
        if re.fullmatch(r"[0-9]{1,9}", said):
            return float(said)
        try:
            when = parsedate_to_datetime(said)
        except ValueError:
            return None
        # A date without a zone is UTC, as HTTP has it.
        return max(0.0, when.replace(tzinfo=when.tzinfo or UTC).timestamp() - time.time())
    spent = re.search(r";\s*r=0\s*;\s*t=([0-9]{1,9})", headers.get("ratelimit", ""))
    return float(spent[1]) if spent else None
