"""What the numbers were measured on, described without a name or a path."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent


def machine() -> str:
    """CPU, cores, memory, system: `Intel(R) Xeon(R) Processor, 2 cores, 24 GB, Linux x86_64`."""
    memory = round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
    kind = f"{platform.system()} {platform.machine()}"
    return f"{_cpu()}, {os.cpu_count()} cores, {memory} GB, {kind}"


def machine_slug() -> str:
    """A folder name for the kind of machine: `intel-xeon-2-cores`."""
    words = re.sub(r"\(.*?\)|@.*|\b(processor|cpu)\b", " ", _cpu().lower())
    return "-".join([*re.findall(r"[a-z0-9]+", words)[:4], f"{os.cpu_count()}-cores"])


def commit() -> str:
    """The commit that was measured; `-dirty` if files differ from it."""
    head = _git("rev-parse", "--short", "HEAD")
    if not head:
        return "uncommitted"
    return f"{head}-dirty" if _git("status", "--porcelain", "--", ":!benchmarks/runs") else head


def load_average() -> float:
    """Runnable processes over the last minute; a timing on a busy machine is worth little."""
    return os.getloadavg()[0]


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        found = re.search(r"^model name\s*:\s*(.+)$", info.read_text(), re.MULTILINE)
        if found:
            return found.group(1).strip()
    if platform.system() == "Darwin":
        return _output("sysctl", "-n", "machdep.cpu.brand_string") or platform.machine()
    return platform.machine()


def _git(*arguments: str) -> str:
    return _output("git", "-C", str(ROOT), *arguments)


def _output(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
