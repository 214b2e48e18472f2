"""The fixtures of the page's own tests, for faults as well."""

from __future__ import annotations

from tests.webui.conftest import app, clock, here, live

__all__ = ["app", "clock", "here", "live"]
