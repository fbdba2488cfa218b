"""Chromium, asked through two pipes: the DevTools protocol needs no package and no port."""

from __future__ import annotations

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

__all__ = ["Chromium", "Tab", "find_chromium"]

#: Seconds; a page of some MB is drawn in less than one.
_PATIENCE = 30.0
_OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe",
)  # fmt: skip
#: The protocol is spoken on the pipes 3 and 4; whatever they are called here.
_TRAMPOLINE = (
    "import os, sys; r, w = int(sys.argv[1]), int(sys.argv[2]); "
    "os.dup2(r, 3); os.dup2(w, 4); os.execvp(sys.argv[3], sys.argv[3:])"
)
#: Keys that are not letters: their codes.
_KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, " ": 32}


def find_chromium() -> str | None:
    """Return the program, if there is one."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


class Chromium:
    """A browser without a window, a profile of its own, and no network that it needs."""

    def __init__(self, program: str, profile: Path) -> None:
        to_read, self._out = os.pipe()
        self._in, to_write = os.pipe()
        # Numbers that 3 and 4 cannot overwrite.
        ends = [_above(each) for each in (to_read, to_write)]
        command = [program, *_OPTIONS, f"--user-data-dir={profile}", "about:blank"]
        self._process = subprocess.Popen(
            [sys.executable, "-c", _TRAMPOLINE, *map(str, ends), *command],
            pass_fds=ends,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for each in (to_read, to_write, *ends):
            os.close(each)
        self._numbers = itertools.count(1)
        self._left = b""
        self.events: list[dict[str, Any]] = []

    def __enter__(self) -> Chromium:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.ask("Browser.close")
        except (OSError, RuntimeError, TimeoutError):
            self._process.kill()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._in)
        os.close(self._out)

    def ask(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """Return what the browser answers; what happens meanwhile is kept as events."""
        number = next(self._numbers)
        asked: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if session is not None:
            asked["sessionId"] = session
        os.write(self._out, json.dumps(asked).encode() + b"\0")
        end = time.monotonic() + _PATIENCE
        while True:
            told = self._next(end)
            if told.get("id") == number:
                if "error" in told:
                    raise RuntimeError(f"{method}: {told['error']}")
                found: dict[str, Any] = told["result"]
                return found
            self.events.append(told)

    def wait(self, method: str, session: str) -> None:
        """Wait until something happens, or has happened."""
        end = time.monotonic() + _PATIENCE
        while not any(
            each.get("method") == method and each.get("sessionId") == session
            for each in self.events
        ):
            self.events.append(self._next(end))

    def open(self, page: Path, *, width: int = 1280, height: int = 900, dark: bool = False) -> Tab:
        """Return a page that has been loaded."""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, session, target)
        for domain in ("Page", "Runtime", "Log", "Network"):
            tab.ask(f"{domain}.enable")
        tab.resize(width, height)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        tab.ask("Emulation.setEmulatedMedia", features=[scheme, still])
        tab.ask("Page.navigate", url=page.resolve().as_uri())
        self.wait("Page.loadEventFired", session)
        return tab

    def _next(self, end: float) -> dict[str, Any]:
        while b"\0" not in self._left:
            if not select.select([self._in], [], [], max(0.0, end - time.monotonic()))[0]:
                raise TimeoutError("Chromium does not answer")
            piece = os.read(self._in, 1 << 20)
            if not piece:
                raise RuntimeError("Chromium has gone")
            self._left += piece
        told, _, self._left = self._left.partition(b"\0")
        found: dict[str, Any] = json.loads(told)
        return found


class Tab:
    """A page that is open."""

    def __init__(self, browser: Chromium, session: str, target: str) -> None:
        self._browser, self._session, self._target = browser, session, target

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Ask the browser about this page."""
        return self._browser.ask(method, self._session, **parameters)

    def resize(self, width: int, height: int) -> None:
        """Make the page as wide as a phone or a screen."""
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
            mobile=width < 500,
        )  # fmt: skip

    def run(self, script: str) -> Any:
        """Return the value of an expression, awaited."""
        told = self.ask(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in told:
            raise RuntimeError(f"{script}: {told['exceptionDetails']}")
        return told["result"].get("value")

    def until(self, script: str) -> Any:
        """Return the value of an expression once it is true."""
        end = time.monotonic() + _PATIENCE
        while not (found := self.run(script)):
            if time.monotonic() > end:
                raise TimeoutError(f"never true: {script}")
            time.sleep(0.02)
        return found

    def press(self, key: str, *, shift: bool = False) -> None:
        """Press a key, as a reader without a mouse does."""
        code = _KEYS.get(key, ord(key[0].upper()))
        told = {"key": key, "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
        text = {"Enter": "\r", " ": " "}.get(key, key if len(key) == 1 else "")
        self.ask(
            "Input.dispatchKeyEvent", type="keyDown", **told, **({"text": text} if text else {})
        )
        self.ask("Input.dispatchKeyEvent", type="keyUp", **told)

    def write(self, text: str) -> None:
        """Write into what has the focus."""
        for letter in text:
            self.press(letter)

    def errors(self) -> list[str]:
        """Return what the console complains of, and what was asked of a network."""
        self.run("1")  # whatever has happened has been told
        found = []
        for each in self._browser.events:
            if each.get("sessionId") != self._session:
                continue
            told, parameters = each.get("method"), each.get("params", {})
            if told == "Runtime.exceptionThrown":
                found.append(str(parameters["exceptionDetails"]))
            elif told == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                found.append(str(parameters["entry"]["text"]))
            elif told == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
                found.append(str(parameters["args"]))
            elif told == "Network.requestWillBeSent":
                address = parameters["request"]["url"]
                if not address.startswith(("file:", "data:", "blob:")):
                    found.append(f"asked for {address}")
        return found

    def photograph(self, path: Path, *, whole: bool = True) -> None:
        """Write a picture of the page, from top to bottom."""
        told = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(told["data"]))

    def close(self) -> None:
        """Leave the page."""
        self._browser.ask("Target.closeTarget", targetId=self._target)


def _above(descriptor: int) -> int:
    """Return a copy of an end of a pipe with a number of its own above 9."""
    import fcntl

    return fcntl.fcntl(descriptor, fcntl.F_DUPFD, 10)
