"""A photo and its fields as ``multipart/form-data``."""

import secrets
from collections.abc import Mapping


def form_of(fields: Mapping[str, str], photo: bytes) -> tuple[bytes, str]:
    """The body and its content type; the photo stands in the field ``image``."""
    boundary = f"cardstock-{secrets.token_hex(16)}"
    parts = [
        f'--{boundary}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = (
        f'--{boundary}\r\ncontent-disposition: form-data; name="image"; filename="photo"\r\n'
        "content-type: application/octet-stream\r\n\r\n"
    )
    body = b"".join([*parts, head.encode(), photo, f"\r\n--{boundary}--\r\n".encode()])
    return body, f"multipart/form-data; boundary={boundary}"
