"""``python -m linguine`` is the command ``linguine``."""

from __future__ import annotations

import sys

from linguine.serving.app import main

if __name__ == "__main__":
    sys.exit(main())
