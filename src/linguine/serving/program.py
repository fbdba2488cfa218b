"""The program: ``linguine`` as a process of its own, which starts and ends as fast as it can."""

from __future__ import annotations

import atexit
import gc
import os
import sys
import threading
from typing import NoReturn

__all__ = ["leave", "run"]


def run() -> NoReturn:
    """Run the command line; its end is the end of the process."""
    # Imports make tens of thousands of objects that all stay; to look at them for garbage again
    # and again takes 10 ms of a start.
    gc.set_threshold(200_000, 20, 20)
    # NumPy's OpenBLAS starts a thread for each processor, and each looks out for work for 2^26
    # cycles before it sleeps, which is as long as all of linguine's imports.
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")
    _open_closed_streams()
    from linguine.serving.app import main

    _end_as_ctrl_c_does()
    leave(main())


def _end_as_ctrl_c_does() -> None:
    """Let SIGTERM end the work as Ctrl-C does, so that no half-written file is left behind."""
    import signal

    from linguine.serving.terminal.failures import Terminated

    def stop(*_: object) -> NoReturn:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the second one ends it at once
        raise Terminated

    # Whoever starts us with the signal ignored (nohup does so with another) means it.
    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, stop)


def _open_closed_streams() -> None:
    """Put the void in place of streams that were closed (``2>&-``), as daemons do it.

    Python has None there, and the next file that is opened would take the stream's number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))


def leave(code: int) -> NoReturn:
    """End the process without taking the interpreter down, which takes 20 to 100 ms.

    What others count on still happens: exit handlers run (those of logging, temporary files and
    worker processes) and output is flushed. Where somebody else is at work in this process, a
    thread, a debugger, a profiler, or ``--debug``, it ends as any Python program does.
    """
    if _has_company() or _is_observed():
        sys.exit(code)
    atexit._run_exitfuncs()  # once: it forgets them
    try:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except (OSError, ValueError):
        sys.exit(code)  # Python tries again and complains in its own words
    os._exit(code)


def _has_company() -> bool:
    """Return True if a thread works that Python would wait for."""
    return any(
        not each.daemon for each in threading.enumerate() if each is not threading.main_thread()
    )


def _is_observed() -> bool:
    """Return True if somebody wants to see the interpreter to its end."""
    flags = sys.flags
    monitoring = getattr(sys, "monitoring", None)  # Python 3.12: coverage and cProfile
    return bool(
        "--debug" in sys.argv
        or sys.gettrace()
        or sys.getprofile()
        or flags.inspect
        or flags.dev_mode
        or (monitoring is not None and any(map(monitoring.get_tool, range(6))))
    )
