"""Answers kept by address, to be asked for again with their ETag."""

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple


class KeptAnswer(NamedTuple):
    """An answer as it is kept: its tag and its body."""

    etag: str
    body: bytes


class AnswerCache:
    """Keeps the answers used last, as many as fit into ``bytes_max``; for several threads."""

    def __init__(self, bytes_max: int) -> None:
        self._bytes_max = bytes_max
        self._bytes = 0
        self._answers: OrderedDict[str, KeptAnswer] = OrderedDict()
        self._lock = Lock()

    def get(self, address: str) -> KeptAnswer | None:
        """The answer kept of this address, which counts as used now."""
        with self._lock:
            answer = self._answers.get(address)
            if answer is not None:
                self._answers.move_to_end(address)
            return answer

    def put(self, address: str, answer: KeptAnswer) -> None:
        """Keeps it in the place of the one before; what was not used for longest goes."""
        with self._lock:
            self._take(address)
            # One that can never fit must not push out all the others.
            if _size(address, answer) > self._bytes_max:
                return
            self._answers[address] = answer
            self._bytes += _size(address, answer)
            while self._bytes > self._bytes_max:
                self._take(next(iter(self._answers)))

    def _take(self, address: str) -> None:
        answer = self._answers.pop(address, None)
        if answer is not None:
            self._bytes -= _size(address, answer)


def _size(address: str, answer: KeptAnswer) -> int:
    return len(address) + len(answer.etag) + len(answer.body)
