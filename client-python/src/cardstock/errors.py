"""What calls raise: one error, and a subclass for each kind that a caller tells apart."""

from typing import Final


class CardstockError(Exception):
    """A call that failed. ``code`` is the service's, or one of this client's own."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        request_id: str | None = None,
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(message)
        #: What to branch on; the message may change.
        self.code = code
        #: HTTP status; None where no answer came.
        self.status = status
        #: What the service's log knows the request by.
        self.request_id = request_id
        #: Seconds after which the service asks to try again; None where it said nothing.
        self.retry_after_s = retry_after_s


class BadRequest(CardstockError):
    """Parameters, rows or a photo that the service does not accept."""


class Unauthorized(CardstockError):
    """The key is missing, unknown, revoked, expired, or lacks the scope."""


class NotFound(CardstockError):
    """Nothing has this id."""


class RateLimited(CardstockError):
    """The budget of the key is spent; ``retry_after_s`` says for how long."""


class ServiceFailed(CardstockError):
    """A fault of the service, or scanning is not configured there."""


class NoAnswer(CardstockError):
    """No whole answer came: ``network``, or ``timeout`` where none came in time."""


class UnexpectedAnswer(CardstockError):
    """An answer came that is not the service's: a proxy's, most often, or a redirect."""


class InvalidWebhook(CardstockError):
    """``verify_webhook`` refused a delivery."""


_BY_CODE: Final[dict[str, type[CardstockError]]] = {
    "bad_request": BadRequest,
    "unsupported_image": BadRequest,
    "url_not_allowed": BadRequest,
    "url_fetch_failed": BadRequest,
    "payload_too_large": BadRequest,
    "unauthorized": Unauthorized,
    "not_found": NotFound,
    "rate_limited": RateLimited,
    "internal": ServiceFailed,
    "scan_unavailable": ServiceFailed,
    "network": NoAnswer,
    "timeout": NoAnswer,
    "unexpected_answer": UnexpectedAnswer,
    "invalid_webhook": InvalidWebhook,
}


def error_of(
    code: str,
    message: str,
    *,
    status: int | None = None,
    request_id: str | None = None,
    retry_after_s: float | None = None,
) -> CardstockError:
    """The error of a code; one that a later service adds is a plain CardstockError."""
    kind = _BY_CODE.get(code, CardstockError)
    return kind(code, message, status=status, request_id=request_id, retry_after_s=retry_after_s)
