"""Verifies ed25519 signatures (RFC 8032, 5.1.7): the standard library has no such check. Nothing here is secret."""

from hashlib import sha512

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)

# X, Y, Z and T of extended coordinates: x = X/Z, y = Y/Z, xy = T/Z.
_Point = tuple[int, int, int, int]


def is_signed(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the owner of the key signed the message."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key, commitment = _point(public_key), _point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or s >= _ORDER:
        return False
    challenge = int.from_bytes(sha512(signature[:32] + public_key + message).digest(), "little") % _ORDER
    return _are_equal(_times(s, _BASE), _sum(commitment, _times(challenge, key)))


def _sum(p: _Point, q: _Point) -> _Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % _P, (p[1] + p[0]) * (q[1] + q[0]) % _P
    c, d = 2 * p[3] * q[3] * _D % _P, 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(factor: int, point: _Point) -> _Point:
    total: _Point = (0, 1, 1, 0)
    while factor > 0:
        if factor & 1:
            total = _sum(total, point)
        point = _sum(point, point)
        factor >>= 1
    return total


def _are_equal(p: _Point, q: _Point) -> bool:
    return (p[0] * q[2] - q[0] * p[2]) % _P == 0 and (p[1] * q[2] - q[1] * p[2]) % _P == 0


def _x_of(y: int, sign: int) -> int | None:
    """The coordinate of this sign; None where no point has that y."""
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P != 0:
        x = x * _ROOT % _P
    if y >= _P or (x * x - square) % _P != 0 or (x == 0 and sign == 1):
        return None
    return _P - x if x & 1 != sign else x


def _point(text: bytes) -> _Point | None:
    """None where the bytes are no point."""
    y = int.from_bytes(text, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    x = _x_of(y, sign)
    return None if x is None else (x, y, 1, x * y % _P)


_BASE_Y = 4 * pow(5, -1, _P) % _P
_BASE_X = _x_of(_BASE_Y, 0) or 0
_BASE: _Point = (_BASE_X, _BASE_Y, 1, _BASE_X * _BASE_Y % _P)
