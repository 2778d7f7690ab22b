"""One exchange over HTTP, on a connection that each thread keeps; answers have a limit of bytes and of time."""

import ssl
import threading
import time
import zlib
from collections.abc import Mapping
from email.message import Message
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import NamedTuple
from urllib.parse import urlsplit
from weakref import WeakSet

from .errors import CardstockError, NoAnswer, UnexpectedAnswer

#: How much is read at once.
_PORTION = 64 * 1024

#: What an idle connection shows that the other side has closed in the meantime.
_CLOSED_MEANWHILE = (ConnectionResetError, BrokenPipeError, ConnectionAbortedError)


class Answer(NamedTuple):
    """An answer whose body is there as a whole, and unpacked."""

    status: int
    headers: Message
    body: bytes


class Connections:
    """Exchanges with one service. Redirects are never followed: whoever it is that they name would be given the key."""

    def __init__(self, base_url: str, *, timeout: float, bytes_max: int, ssl_context: ssl.SSLContext | None) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError(f"base_url must be an http or https address: {base_url!r}")
        if parts.username is not None:
            raise ValueError("base_url must hold no user: the key goes in by itself")
        self._is_secure = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._prefix = parts.path.rstrip("/")
        self._timeout = timeout
        self._bytes_max = bytes_max
        self._ssl_context = ssl_context
        self._own = threading.local()
        # Weak: the connection of a thread that ended goes with it.
        self._open: WeakSet[HTTPConnection] = WeakSet()
        self._lock = threading.Lock()

    def exchange(self, method: str, target: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        """Sends a request and gives the whole answer, whatever its status.

        Raises NoAnswer (``network``, ``timeout``) and UnexpectedAnswer for one that is too large or packed unreadably.
        """
        deadline = time.monotonic() + self._timeout
        connection = self._connection()
        is_whole = False
        try:
            response = self._response(connection, deadline, (method, self._prefix + target, headers, body))
            # Closed in any case: it holds the socket of an answer that the other side ends by closing.
            with response:
                answer = Answer(response.status, response.headers, self._body(connection, response, deadline))
            is_whole = True
            return answer
        except TimeoutError as cause:
            raise NoAnswer("timeout", f"{target} was not answered within {self._timeout} s.") from cause
        except (OSError, HTTPException) as cause:
            raise NoAnswer("network", f"{target} could not be read: {cause or type(cause).__name__}.") from cause
        finally:
            # Half an answer that stays in the connection would be taken for the beginning of the next one.
            if not is_whole:
                connection.close()

    def close(self) -> None:
        """Closes the connections of all threads; a later call opens one again."""
        with self._lock:
            for connection in list(self._open):
                connection.close()
            self._open.clear()
            self._own = threading.local()

    def _connection(self) -> HTTPConnection:
        known: HTTPConnection | None = getattr(self._own, "connection", None)
        if known is not None:
            return known
        made = (
            HTTPSConnection(self._host, self._port, context=self._ssl_context or ssl.create_default_context())
            if self._is_secure
            else HTTPConnection(self._host, self._port)
        )
        with self._lock:
            self._own.connection = made
            self._open.add(made)
        return made

    def _response(
        self, connection: HTTPConnection, deadline: float, request: tuple[str, str, Mapping[str, str], bytes | None]
    ) -> HTTPResponse:
        is_used = connection.sock is not None
        try:
            return self._ask(connection, deadline, request)
        except _CLOSED_MEANWHILE:
            connection.close()
            if not is_used:
                raise
            # Closed while it was idle: nothing was read of the request, and a new connection is no further attempt.
            return self._ask(connection, deadline, request)

    def _ask(
        self, connection: HTTPConnection, deadline: float, request: tuple[str, str, Mapping[str, str], bytes | None]
    ) -> HTTPResponse:
        method, target, headers, body = request
        connection.timeout = _left(deadline)
        if connection.sock is None:
            connection.connect()
        else:
            connection.sock.settimeout(_left(deadline))
        try:
            connection.request(method, target, body, dict(headers))
        except (BrokenPipeError, ConnectionResetError):
            # A body that is too large may be answered before all of it was sent: the answer says more than the pipe.
            if body is None:
                raise
        return connection.getresponse()

    def _body(self, connection: HTTPConnection, response: HTTPResponse, deadline: float) -> bytes:
        coding = response.headers.get("content-encoding", "identity").strip().lower()
        if coding not in ("identity", "gzip"):
            raise UnexpectedAnswer("unexpected_answer", f"The answer is coded as {coding}.", status=response.status)
        unpack = zlib.decompressobj(31) if coding == "gzip" else None
        # Counted here: whether the library raises for an answer that ends too early depends on its version.
        expected, taken, body = response.length, 0, bytearray()
        while expected is None or taken < expected:
            # The connection's own is gone when the answer is the last one on it.
            if connection.sock is not None:
                connection.sock.settimeout(_left(deadline))
            portion = response.read1(_PORTION if expected is None else min(_PORTION, expected - taken))
            if not portion:
                break
            taken += len(portion)
            body += portion if unpack is None else _unpacked(unpack, portion, self._bytes_max + 1 - len(body))
            if len(body) > self._bytes_max:
                raise _too_large(self._bytes_max, response.status)
        if (expected is not None and taken < expected) or (unpack is not None and taken > 0 and not unpack.eof):
            raise NoAnswer("network", "The answer ended before all of it had come.")
        return bytes(body)


def _unpacked(unpack: "zlib._Decompress", portion: bytes, bytes_max: int) -> bytes:
    try:
        return unpack.decompress(portion, bytes_max)
    except zlib.error as cause:
        raise NoAnswer("network", "The answer could not be unpacked.") from cause


def _too_large(bytes_max: int, status: int) -> CardstockError:
    return UnexpectedAnswer("unexpected_answer", f"The answer has more than {bytes_max} bytes.", status=status)


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
