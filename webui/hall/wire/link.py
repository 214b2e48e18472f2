"""One connection to a broker, on a thread of its own that connects again and again.

MQTT 5; a broker that refuses it (amqtt knows 3.1.1) is spoken to in 3.1.1, for nothing in the
messages depends on the version.
"""

from __future__ import annotations

import logging
import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from webui.hall.wire.address import Address
from webui.hall.wire.messages import MAX_BYTES

log = logging.getLogger(__name__)

KEEP_ALIVE_S = 20
"""A broker that is silent for one and a half times so long is dead."""

ANSWER_S = 5.0
"""A broker that takes a connection and says nothing may not know this version of MQTT."""

_SHORTEST_WAIT_S = 0.2
_TOO_NEW = "Unsupported protocol version"
_NOT_LET_IN = ("Not authorized", "Bad user name or password", "Banned")


@dataclass(frozen=True, slots=True)
class Message:
    """What is published."""

    topic: str
    payload: bytes
    qos: int = 1
    retain: bool = True


@dataclass(frozen=True, slots=True)
class Ears:
    """What is called, on the connection's own thread, when something happens there."""

    up: Callable[[], None] = lambda: None
    came: Callable[[str, bytes], None] = lambda topic, payload: None
    acknowledged: Callable[[int], None] = lambda number: None


class Link:
    """A connection that is kept up; ``publish`` never waits for the network."""

    def __init__(
        self,
        address: Address,
        client_id: str,
        topics: tuple[str, ...],
        ears: Ears,
        *,
        will: Message | None = None,
        ca: Path | None = None,
        longest_wait_s: float = 15.0,
        guarded: bool = False,
    ) -> None:
        """*topics*: subscribed to each time it comes up. *ca*: certificates to trust instead of
        the system's. *longest_wait_s*: between two tries to connect. *guarded*: the broker is
        asked to let nothing through that is larger than any message."""
        self._address, self._id, self._topics, self._ears = address, client_id, topics, ears
        self._will, self._ca, self._longest_wait_s = will, ca, longest_wait_s
        self.trouble = self._not_yet = f"not connected to {address} yet"
        self.denied = ""
        """Why the broker takes nothing, though it is there; "" while it does."""
        self._guarded, self._older = guarded, address.older
        self._closed, self._over = threading.Event(), threading.Event()
        self._client = self._made()
        self._thread = threading.Thread(target=self._run, name="hall link", daemon=True)

    def start(self) -> None:
        """Begin to connect; returns at once."""
        self._thread.start()

    @property
    def up(self) -> bool:
        """Is the broker there?"""
        return not self.trouble

    def publish(self, message: Message) -> int | None:
        """Hand a message to the connection; its number, None where there is no connection."""
        if not self.up:
            return None
        info = self._client.publish(
            message.topic, message.payload, message.qos, retain=message.retain
        )
        return info.mid if info.rc == mqtt.MQTT_ERR_SUCCESS else None

    def close(self, last: Message | None = None) -> None:
        """Say *last*, then let go of the connection. May be called twice."""
        if last is not None and self.up and not self._closed.is_set():
            info = self._client.publish(last.topic, last.payload, last.qos, retain=last.retain)
            try:
                info.wait_for_publish(1.0)
            except (RuntimeError, ValueError):
                log.info("the hall's broker did not hear the last word")
        self._closed.set()
        self._client.disconnect()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(5)

    # On the connection's own thread

    def _made(self) -> mqtt.Client:
        version = mqtt.MQTTv311 if self._older else mqtt.MQTTv5
        client = mqtt.Client(CallbackAPIVersion.VERSION2, self._id, protocol=version)
        if self._address.user:
            client.username_pw_set(self._address.user, self._address.password)
        if self._address.tls:
            ca = None if self._ca is None else str(self._ca)
            client.tls_set(ca, tls_version=ssl.PROTOCOL_TLS_CLIENT)
        if self._will is not None:
            will = self._will
            client.will_set(will.topic, will.payload, will.qos, will.retain)
        client.on_socket_open = _at_once
        client.on_connect = self._connected
        client.on_connect_fail = self._no_connection
        client.on_disconnect = self._disconnected
        client.on_message = self._message
        client.on_publish = self._published
        return client

    def _run(self) -> None:
        """A fresh client for every connection, so that nothing of an old one is sent again."""
        wait_s = _SHORTEST_WAIT_S
        while not self._closed.is_set():
            self._over.clear()
            client = self._client = self._made()
            try:
                self._connect(client)
                client.loop_start()
                came_up = self._watch()
                client.disconnect()
                client.loop_stop()
            except (OSError, ValueError) as why:
                self._fallen(self._in_words(why))
                came_up = False
            wait_s = _SHORTEST_WAIT_S if came_up else min(self._longest_wait_s, 2 * wait_s)
            self._closed.wait(wait_s)

    def _watch(self) -> bool:
        """Until the connection is over; was it up?"""
        came_up, until_s = False, time.monotonic() + ANSWER_S
        while not self._closed.is_set() and not self._over.wait(0.2):
            came_up = came_up or self.up
            if not came_up and time.monotonic() > until_s:
                self._fallen(f"{self._address} does not answer")
                self._older = not self._older
                break
        return came_up or self.up

    def _connect(self, client: mqtt.Client) -> None:
        """Connect and wait for it, as only so the reason of a failure is told."""
        at = self._address
        if self._older or not self._guarded:
            client.connect(at.host, at.port, KEEP_ALIVE_S)
            return
        made: Any = Properties  # it carries no types
        properties = made(PacketTypes.CONNECT)
        properties.MaximumPacketSize = MAX_BYTES + 1024
        client.connect(at.host, at.port, KEEP_ALIVE_S, properties=properties)

    def _in_words(self, why: Exception) -> str:
        """Why there is no connection, and what to do."""
        at = self._address
        if isinstance(why, ssl.SSLCertVerificationError):
            return (
                f"{at} shows a certificate that is not trusted here ({why.verify_message}): give "
                "--hall-ca with the file of the hall's own authority, and the broker's name as it "
                "stands in its certificate"
            )
        if isinstance(why, ssl.SSLError) or at.tls and isinstance(why, ConnectionResetError):
            return f"{at} does not speak TLS as asked ({why.strerror}): is it mqtt:// there?"
        if isinstance(why, ConnectionRefusedError):
            return f"{at} cannot be reached: no broker listens there"
        if isinstance(why, socket.gaierror):
            return f"{at} cannot be reached: no computer of that name is known"
        return f"{at} cannot be reached ({why})"

    def _fallen(self, why: str) -> None:
        if why != self.trouble:
            log.info("hall: %s", why)
        self.trouble = why

    def _connected(
        self, client: mqtt.Client, user: Any, flags: Any, code: ReasonCode, more: Any
    ) -> None:
        if code.is_failure:
            said = str(code)
            self._fallen(
                f"{self._address} refuses user and password ({said.lower()}): take the address "
                "that was handed out for this table"
                if said in _NOT_LET_IN
                else f"{self._address} refuses this program: {said.lower()}"
            )
            self._older = self._older or str(code) == _TOO_NEW
            self._over.set()
            return
        for topic in self._topics:
            client.subscribe(topic, 1)
        self.trouble = ""
        self._safely(self._ears.up)

    def _no_connection(self, client: mqtt.Client, user: Any) -> None:
        self._fallen(f"{self._address} cannot be reached")
        self._over.set()

    def _disconnected(
        self, client: mqtt.Client, user: Any, flags: Any, code: ReasonCode, more: Any
    ) -> None:
        if client is self._client:
            if not self.trouble:
                self._fallen(f"the connection to {self._address} broke off")
            elif self.trouble == self._not_yet and not self._address.tls:
                self._fallen(
                    f"{self._address} closes the connection without a word: is it mqtts:// there?"
                )
            self._over.set()

    def _message(self, client: mqtt.Client, user: Any, message: mqtt.MQTTMessage) -> None:
        try:
            topic = message.topic
        except UnicodeDecodeError:
            return
        self._safely(lambda: self._ears.came(topic, bytes(message.payload)))

    def _published(self, client: mqtt.Client, user: Any, number: int, code: Any, more: Any) -> None:
        if isinstance(code, ReasonCode) and code.is_failure:
            # The hall never gets it and asks for it again, so nothing is lost meanwhile.
            self.denied = f"{self._address} lets it say nothing there ({str(code).lower()})"
            return
        self.denied = ""
        self._safely(lambda: self._ears.acknowledged(number))

    @staticmethod
    def _safely(call: Callable[[], None]) -> None:
        """A fault in what hears must not end the thread that keeps the connection."""
        try:
            call()
        except Exception as why:
            log.error("a message of the hall was not taken", exc_info=why)


def _at_once(client: mqtt.Client, user: Any, opened: Any) -> None:
    """Small messages are not held back to be sent with others: a wall waits for them."""
    with suppress(OSError):
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
