"""What the other side may do to a connection: answers without end, slow ones, ones that are closed while idle."""

import gc
import gzip
import socket
import threading
import time
import tracemalloc
import unittest
import weakref
from collections.abc import Callable
from http.client import HTTPConnection
from types import TracebackType
from typing import Any, Self
from unittest.mock import patch

from source import REPOSITORY  # noqa: F401
from stub_service import StubService

from cardstock import Client, NoAnswer, UnexpectedAnswer
from cardstock.connections import Connections

X = {"expect": {"method": "GET", "path": "/v1/cards/x"}, "answer": {"data": {"id": "x"}}}


class RawService:
    """Each connection is handled by a function that gets its socket, after the head of a request was read."""

    def __init__(self, handle: Callable[[socket.socket], None]) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.connections = 0
        self._handle = handle
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # A listener that is only closed lets the thread wait in accept for ever.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(5)

    def _run(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            with connection:
                try:
                    read_head(connection)
                    self._handle(connection)
                except OSError:
                    continue


def read_head(connection: socket.socket) -> bytes:
    """The head of a request that has no body."""
    head = b""
    while b"\r\n\r\n" not in head:
        portion = connection.recv(4096)
        if not portion:
            raise ConnectionResetError
        head += portion
    return head


def sends(raw: bytes) -> Callable[[socket.socket], None]:
    """Answers with these bytes."""
    return lambda connection: connection.sendall(raw)


def whole(body: bytes, headers: str = "") -> bytes:
    """An answer that says how long it is."""
    return f"HTTP/1.1 200 OK\r\n{headers}content-length: {len(body)}\r\n\r\n".encode() + body


GOOD = b'{"data":{"id":"x"},"error":null}'


class Answers(unittest.TestCase):
    """What is too much, too slow or not whole."""

    def asked(self, handle: Callable[[socket.socket], None], **options: Any) -> Any:
        with RawService(handle) as service, Client(service.base, "k", **{"retries": 0} | options) as client:
            return client.card("x")

    def refused(self, handle: Callable[[socket.socket], None], **options: Any) -> str:
        with self.assertRaises((NoAnswer, UnexpectedAnswer)) as caught:
            self.asked(handle, **options)
        return caught.exception.code

    def test_an_answer_of_exactly_the_limit_is_taken_and_one_byte_more_is_not(self) -> None:
        for headers, body in (("", GOOD), ("content-encoding: gzip\r\n", gzip.compress(GOOD))):
            handle = sends(whole(body, headers))
            self.assertEqual({"id": "x"}, self.asked(handle, bytes_max=len(GOOD)))
            self.assertEqual("unexpected_answer", self.refused(handle, bytes_max=len(GOOD) - 1))

    def test_an_answer_without_end_is_left_at_the_limit(self) -> None:
        sent = 0

        def handle(connection: socket.socket) -> None:
            nonlocal sent
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            while sent < 500_000_000:
                connection.sendall(b" " * 65_536)
                sent += 65_536

        self.assertEqual("unexpected_answer", self.refused(handle, bytes_max=1_000_000))
        self.assertLess(sent, 100_000_000)

    def test_little_that_unpacks_to_much_is_left_at_the_limit(self) -> None:
        bomb = gzip.compress(b" " * 50_000_000)
        self.assertLess(len(bomb), 100_000)
        handle = sends(whole(bomb, "content-encoding: gzip\r\n"))
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        self.assertEqual("unexpected_answer", self.refused(handle, bytes_max=1_000_000))
        self.assertLess(tracemalloc.get_traced_memory()[1], 10_000_000)

    def test_packed_answers_that_are_cut_or_broken_are_never_taken_for_whole(self) -> None:
        packed = gzip.compress(GOOD)
        for body in (packed[:-4], packed[:-20], b"no gzip at all", packed[:12] + b"\xff" + packed[13:]):
            with self.subTest(body=body):
                self.assertEqual("network", self.refused(sends(whole(body, "content-encoding: gzip\r\n"))))

    def test_a_coding_that_was_not_asked_for_is_refused(self) -> None:
        self.assertEqual("unexpected_answer", self.refused(sends(whole(GOOD, "content-encoding: br\r\n"))))

    def test_chunks_without_their_end_are_cut(self) -> None:
        head = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
        chunk = b"%x\r\n%s\r\n" % (len(GOOD), GOOD)
        self.assertEqual({"id": "x"}, self.asked(sends(head + chunk + b"0\r\n\r\n")))
        self.assertEqual("network", self.refused(sends(head + chunk)))
        self.assertEqual("network", self.refused(sends(head + chunk[:-7])))

    def test_what_is_no_http_is_no_answer(self) -> None:
        for raw in (b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 banana\r\n\r\n", b"HTTP/1.1 200 OK\r\nx: " + b"y" * 70_000):
            with self.subTest(raw=raw[:20]):
                self.assertEqual("network", self.refused(sends(raw)))

    def test_text_that_is_deeply_nested_or_no_utf8_is_no_answer(self) -> None:
        for body in (b'{"data":' + b"[" * 200_000, b'{"data":"\xff","error":null}', b'{"data":' + b"9" * 5_000 + b"}"):
            with self.subTest(body=body[:20]):
                self.assertEqual("unexpected_answer", self.refused(sends(whole(body))))

    def test_silence_is_a_timeout_and_so_is_a_body_that_drips(self) -> None:
        def drip(connection: socket.socket) -> None:
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
            while True:
                connection.sendall(b" ")
                time.sleep(0.05)

        for handle in (lambda c: c.recv(1), drip):
            began = time.monotonic()
            self.assertEqual("timeout", self.refused(handle, timeout=0.3))
            self.assertLess(time.monotonic() - began, 10)

    def test_nobody_there_is_the_network(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        with self.assertRaises(NoAnswer) as caught:
            Client(f"http://127.0.0.1:{port}", retries=0).health()
        self.assertEqual(("network", None), (caught.exception.code, caught.exception.status))


class Kept(unittest.TestCase):
    """Connections that are kept open."""

    def test_calls_of_a_thread_share_a_connection_and_threads_do_not(self) -> None:
        with StubService([X] * 12) as stub, Client(stub.base, "k") as client:
            for _ in range(4):
                client.card("x")
            self.assertEqual(1, stub.connections)
            gate = threading.Barrier(4)

            def ask() -> None:
                gate.wait()
                for _ in range(2):
                    self.assertEqual({"id": "x"}, client.card("x"))

            threads = [threading.Thread(target=ask) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(([], 12, 5), (stub.faults, stub.requests, stub.connections))

    def test_the_connection_of_a_thread_that_ended_goes_with_it(self) -> None:
        connections = Connections("http://127.0.0.1:1", timeout=1, bytes_max=1, ssl_context=None)
        held: list[weakref.ref[HTTPConnection]] = []
        thread = threading.Thread(target=lambda: held.append(weakref.ref(connections._connection())))
        thread.start()
        thread.join()
        del thread
        gc.collect()
        self.assertEqual([None], [one() for one in held])

    def test_one_that_was_closed_while_idle_is_opened_again_and_is_no_attempt(self) -> None:
        # It answers once a connection and closes it without a word.
        with RawService(sends(whole(GOOD))) as service, Client(service.base, retries=0) as client:
            for _ in range(3):
                self.assertEqual({"id": "x"}, client.card("x"))
            self.assertEqual(3, service.connections)

    def test_a_refused_answer_leaves_nothing_for_the_next_call(self) -> None:
        large = {"expect": X["expect"], "answer": {"data": {"id": "y" * 100_000}}}
        with StubService([large, X]) as stub, Client(stub.base, bytes_max=1000) as client:
            with self.assertRaises(UnexpectedAnswer):
                client.card("x")
            self.assertEqual({"id": "x"}, client.card("x"))

    def test_a_closed_client_opens_a_connection_again(self) -> None:
        with StubService([X] * 2) as stub, Client(stub.base) as client:
            client.card("x")
            client.close()
            client.card("x")
            self.assertEqual(2, stub.connections)

    def test_a_body_refused_before_all_of_it_came_is_still_told_why(self) -> None:
        refusal = b'{"data":null,"error":{"code":"payload_too_large","message":"A sentence."}}'

        def handle(connection: socket.socket) -> None:
            connection.sendall(
                b"HTTP/1.1 413 No\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(refusal) + refusal
            )
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65_536):
                pass

        with RawService(handle) as service, self.assertRaisesRegex(Exception, "A sentence"):
            Client(service.base, retries=0).scan(b"x" * 5_000_000)


class Placed(unittest.TestCase):
    """Where the service is, and with which key."""

    def test_addresses_that_are_none_are_refused_before_any_call(self) -> None:
        for address in ("ftp://a.example", "a.example", "http://", "file:///etc/passwd", "https://u:p@a.example"):
            with self.subTest(address=address), self.assertRaises(ValueError):
                Client(address)

    def test_a_key_cannot_smuggle_a_header(self) -> None:
        with StubService([]) as stub, self.assertRaises(ValueError):
            Client(stub.base, "k\r\nx-other: 1").games()

    def test_address_and_key_may_stand_in_the_environment(self) -> None:
        expect = {"method": "GET", "path": "/under/v1/cards/x", "headers": {"authorization": "Bearer env"}}
        with (
            StubService([X | {"expect": expect}]) as stub,
            patch.dict("os.environ", {"CARDSTOCK_URL": stub.base + "/under/", "CARDSTOCK_KEY": "env"}),
            Client() as client,
        ):
            client.card("x")
            self.assertEqual(([], 1), (stub.faults, stub.requests))
