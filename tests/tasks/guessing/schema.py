"""What the configuration of a guess holds."""

from __future__ import annotations

from linguine.model.file.common_schema import INFO
from linguine.model.file.schema import list_of, record, text

SCHEMA = record({"task": text, "labels": list_of(text, at_least=1), "info": record(INFO)})
