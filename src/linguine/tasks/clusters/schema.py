"""What the configuration of clusters holds."""

from __future__ import annotations

from linguine.model.file.schema import (
    anything,
    if_there,
    list_of,
    number,
    record,
    table_of,
    text,
    whole,
)
from linguine.tasks.text.schema import INFO_FIELDS, TEXT_FIELDS

__all__ = ["SCHEMA"]

_PAIR = list_of(anything, at_least=2, at_most=2)


def _word(value: object, place: str) -> str | None:
    """Take a word and the logarithm of its lift."""
    wrong = _PAIR(value, place)
    if wrong or not isinstance(value, list):
        return wrong
    return text(value[0], f"{place}[0]") or number()(value[1], f"{place}[1]")


_CLUSTER = record(
    {
        "size": whole(),
        "share": number(0, 1),
        "words": list_of(_word),
        "closest": list_of(whole()),
    }
)

SCHEMA = record(
    {
        **TEXT_FIELDS,
        "info": record(
            {
                **INFO_FIELDS,
                "clusters": list_of(_CLUSTER, at_least=1),
                "log_likelihood": if_there(number()),
                "tried": if_there(table_of(number())),
            }
        ),
    }
)
