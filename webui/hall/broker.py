"""The broker inside the hall, for a club that has none: amqtt on a thread of its own.

It speaks MQTT 3.1.1 and keeps nothing on the disk; the tables' outboxes do. Only the hall
itself may write what the hall says; a table's connection only what is that table's.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

from amqtt.broker import Broker
from amqtt.contexts import Action
from amqtt.plugins.base import BaseAuthPlugin, BaseTopicPlugin
from amqtt.session import Session

from webui.hall.wire import topics
from webui.hall.wire.address import Address

MOST_TABLES = 10
"""More than that is a broker's work: see docs/hall.md for Mosquitto."""

HALL_USER = "hall"


class CannotListen(RuntimeError):
    """The broker cannot be had; the message says why."""


class HallAuth(BaseAuthPlugin):
    """Anybody may connect; as the hall only with its password, new at every start."""

    @dataclass
    class Config:
        """*password*: the hall's."""

        password: str = ""

    async def authenticate(self, *, session: Session) -> bool | None:
        """May this session connect?"""
        if session.username == HALL_USER:
            known = str(self._get_config_option("password", ""))
            return secrets.compare_digest(str(session.password), known)
        return True


class HallTopics(BaseTopicPlugin):
    """Who may write what."""

    @dataclass
    class Config:
        """*hall*: its name."""

        hall: str = ""

    async def topic_filtering(
        self,
        *,
        session: Session | None = None,
        topic: str | None = None,
        action: Action | None = None,
    ) -> bool | None:
        """May this session do that with this topic?"""
        if session is None or topic is None:
            return False
        if session.username == HALL_USER or action is not Action.PUBLISH:
            return True
        hall = str(self._get_config_option("hall", ""))
        found = topics.read_topic(hall, topic)
        return found is not None and str(session.client_id).startswith(
            f"drumhead-{hall}-{found[0]}-"
        )


class _Steady(dict[str, Any]):
    """amqtt walks through its subscriptions while others come and go, and loses the message that
    it was handing out: it is given a walk through a copy."""

    def items(self) -> Any:
        """As they are now."""
        return list(super().items())

    def __iter__(self) -> Any:
        return iter(list(super().keys()))


class _Broker(Broker):
    """amqtt's, that also lets go of every connection when it ends."""

    def __init__(self, config: dict[str, Any], loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(config, loop)
        self._subscriptions = _Steady()
        self._writers: WeakSet[asyncio.StreamWriter] = WeakSet()

    async def stream_connected(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, listener_name: str
    ) -> None:
        """Somebody has come."""
        self._writers.add(writer)
        try:
            await super().stream_connected(reader, writer, listener_name)
        finally:
            writer.close()

    async def shutdown(self) -> None:
        """End, and wait a moment for what is still on its way to its end."""
        await super().shutdown()
        for writer in list(self._writers):
            writer.transport.abort()
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.wait({asyncio.ensure_future(asyncio.sleep(0.05)), *rest}, timeout=5)


class EmbeddedBroker:
    """A broker of our own; ``address`` is how the hall itself reaches it."""

    def __init__(self, host: str, port: int, hall: str = "hall") -> None:
        password = secrets.token_hex(16)
        self.address = Address("127.0.0.1", port, hall, False, HALL_USER, password, older=True)
        self._config: dict[str, Any] = {
            "listeners": {"default": {"type": "tcp", "bind": f"{host}:{port}"}},
            "plugins": {
                f"{__name__}.HallAuth": {"password": password},
                f"{__name__}.HallTopics": {"hall": hall},
            },
        }
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._stop = asyncio.Event()
        self._fault = ""
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)

    def start(self) -> None:
        """Listen.

        Raises:
            CannotListen: the port is taken, or not ours to take.
        """
        for noisy in ("amqtt", "transitions"):
            logging.getLogger(noisy).setLevel(logging.CRITICAL)
        self._thread.start()
        self._started.wait(30)
        if self._fault:
            raise CannotListen(f"The hall's broker cannot listen: {self._fault}.")

    def close(self) -> None:
        """Let go of all connections. May be called twice."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._started.set()
            self._loop.close()

    async def _serve(self) -> None:
        broker = _Broker(self._config, self._loop)
        try:
            await broker.start()
        except Exception as why:  # amqtt wraps what the system says in its own errors
            self._fault = str(why.__cause__ or why)
            return
        self._started.set()
        await self._stop.wait()
        await broker.shutdown()
