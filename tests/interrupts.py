"""A process that gets a signal while the library computes in it: no sooner, and with no delay."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any

import linguine

ROOT = Path(__file__).resolve().parents[1]
#: Hundredths of a second; more than Python code of a room takes before its loop begins.
SAMPLES = 10
SECONDS = 60


def tell_when_inside(room: str) -> None:
    """Print "inside" when the main thread has been seen ten times in a room of the library.

    It can be looked at only while its native loop lets other threads run.
    """
    main, folder = threading.main_thread().ident, str(Path(linguine.__file__).parent / room)

    def watch() -> None:
        n_seen = 0
        for _ in range(100 * SECONDS):
            time.sleep(0.01)
            n_seen += sys._current_frames()[main or 0].f_code.co_filename.startswith(folder)
            if n_seen == SAMPLES:
                print("inside", flush=True)
                return
        print(f"not inside {room} after {SECONDS} seconds", flush=True)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def start(script: str, **pipes: Any) -> subprocess.Popen[bytes]:
    """Start a script that calls ``tell_when_inside``."""
    first = "from tests.interrupts import tell_when_inside\n"
    return subprocess.Popen(
        [sys.executable, "-c", first + textwrap.dedent(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        **pipes,
    )


def interrupt(script: str, timeout: float = 20) -> tuple[str, float]:
    """Press Ctrl-C as soon as a script says that it is inside; return what it prints, and when."""
    with start(script) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        sent = time.time()
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            raise AssertionError("it did not stop") from None
    assert said == b"inside\n", said + out + err
    assert process.returncode == 0, out + err
    return out.decode(), sent
