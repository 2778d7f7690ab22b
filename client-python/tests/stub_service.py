"""A service that answers as a case says, and notes what of a request is not as the case expects it."""

import gzip
import json
import threading
import time
from email.message import Message
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from re import Match, sub
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit


class StubService:
    """Answers the exchanges in turn, on a port of its own; ``base`` is where, ``faults`` what went wrong."""

    def __init__(self, exchanges: list[dict[str, Any]], *, other: str = "") -> None:
        self.faults: list[str] = []
        self.requests = 0
        self.connections = 0
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                stub.connections += 1
                super().setup()

            def do_GET(self) -> None:
                self._answer()

            def do_POST(self) -> None:
                self._answer()

            def _answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", "0")))
                at = stub.requests
                stub.requests += 1
                if at >= len(exchanges):
                    stub.faults.append(f"request {at + 1} was not expected: {self.command} {self.path}")
                    exchange: dict[str, Any] = {"answer": {"status": 410, "text": ""}}
                else:
                    exchange = exchanges[at]
                    stub.faults.extend(faults_of(exchange["expect"], self.command, self.path, self.headers, body))
                raw, is_last = answer_of(exchange["answer"], {"{base}": stub.base, "{other}": other})
                self.wfile.write(raw)
                self.close_connection = is_last

            def log_message(self, format: str, *args: object) -> None:
                """Nothing: faults say what there is to say."""

        class Server(ThreadingHTTPServer):
            def handle_error(self, request: object, client_address: object) -> None:
                """Nothing: a client that leaves in the middle of an answer is what is tested."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def faults_of(expect: dict[str, Any], method: str, target: str, headers: Message, body: bytes) -> list[str]:
    """What of the request is not as expected."""
    parts = urlsplit(target)
    got: dict[str, Any] = {"method": method, "path": parts.path, "query": dict(parse_qsl(parts.query, True))}
    wanted: dict[str, Any] = {"method": expect["method"], "path": expect["path"], "query": expect.get("query", {})}
    for name, value in expect.get("headers", {}).items():
        got[name], wanted[name] = headers.get(name), value
    if "json" in expect:
        got["json"], wanted["json"] = json.loads(body), expect["json"]
    if "fields" in expect:
        got["fields"], wanted["fields"] = fields_of(headers, body), expect["fields"]
    return [f"{name} is {got[name]!r}, not {wanted[name]!r}" for name in wanted if got[name] != wanted[name]]


def fields_of(headers: Message, body: bytes) -> dict[str, str]:
    """The fields of a form: its parts stand between lines of the boundary."""
    boundary = str(headers.get_param("boundary")).encode()
    parts = (b"\r\n" + body).split(b"\r\n--" + boundary)
    assert parts[0] == b"" and parts[-1] == b"--\r\n", "the form is not closed"
    fields = {}
    for part in parts[1:-1]:
        head, _, value = part.partition(b"\r\n\r\n")
        fields[head.split(b'name="')[1].split(b'"')[0].decode()] = value.decode()
    return fields


def answer_of(answer: dict[str, Any], places: dict[str, str]) -> tuple[bytes, bool]:
    """The bytes of an answer, and whether the connection ends with it."""
    if answer.get("close"):
        return b"", True
    body = str(answer.get("text", "")).encode()
    if "data" in answer:
        body = json.dumps({"data": answer["data"], "error": None}).encode()
    elif "json" in answer:
        body = json.dumps(answer["json"]).encode()
    headers = {name: placed(value, places) for name, value in answer.get("headers", {}).items()}
    if answer.get("gzip"):
        body, headers["content-encoding"] = gzip.compress(body), "gzip"
    if answer.get("chunked"):
        headers["transfer-encoding"] = "chunked"
        pieces = [body[at : at + 100] for at in range(0, len(body), 100)]
        body = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in [*pieces, b""])
    elif answer.get("status") != 304:
        headers["content-length"] = str(len(body))
    head = f"HTTP/1.1 {answer.get('status', 200)} As said\r\n"
    head += "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n"
    cut = int(answer.get("cut", 0))
    return head.encode() + (body[:-cut] if cut else body), cut > 0


def placed(value: str, places: dict[str, str]) -> str:
    """The header with addresses, and with a moment so many seconds from now as HTTP writes it."""
    for name, place in places.items():
        value = value.replace(name, place)

    def moment(match: Match[str]) -> str:
        return formatdate(time.time() + int(match[1]), usegmt=True)

    return sub(r"\{now([+-]\d+)\}", moment, value)
