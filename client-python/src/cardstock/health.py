"""How a service is, as it tells."""

from typing import Literal, NotRequired, TypedDict


class TaskHealth(TypedDict):
    """Whether one task of the service is on time."""

    name: str
    status: Literal["ok", "late"]
    #: Told with a key, like all that follows.
    last_success_at: NotRequired[str | None]
    age_s: NotRequired[int | None]
    window_s: NotRequired[int]
    last_error: NotRequired[str | None]
    notice: NotRequired[str | None]


class FollowState(TypedDict):
    """How a service stands to the one that it follows."""

    origin: str
    position: int | None
    lag_s: int | None
    heard_at: str | None


class PictureState(TypedDict):
    """Pictures that are kept on the machine that answers."""

    files: int
    bytes: int
    limit_bytes: int
    under_way: int
    fetched: int
    pause_ms: int
    last_error: str | None


class Health(TypedDict):
    """Whether every task is on time."""

    status: Literal["ok", "degraded"]
    tasks: list[TaskHealth]
    #: Told with a key.
    pictures: NotRequired[PictureState]
    #: Of a service that follows another, and only to an admin key.
    follow: NotRequired[FollowState]
