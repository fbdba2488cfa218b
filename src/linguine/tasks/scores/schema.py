"""What the configuration of a model of scores holds."""

from __future__ import annotations

from linguine.model.file.schema import (
    anything,
    choice,
    if_there,
    maybe,
    number,
    record,
    table_of,
    text,
    whole,
)
from linguine.tasks.scores.link import MOST_VALUES
from linguine.tasks.text.schema import INFO_FIELDS, TEXT_FIELDS

__all__ = ["SCHEMA"]

_SIZE = 1e101
_NUMBER = number(-_SIZE, _SIZE)

SCHEMA = record(
    {
        **TEXT_FIELDS,
        "score": record(
            {
                "kind": choice(("identity", "log", "ordinal")),
                "center": _NUMBER,
                "spread": number(1e-300, _SIZE),
                "n_values": whole(0, MOST_VALUES),
                "n_held_out": maybe(whole(1)),
            }
        ),
        "info": record(
            {
                **INFO_FIELDS,
                "estimated_r2": if_there(_NUMBER),
                "estimated_mae": if_there(_NUMBER),
                "estimated_rmse": if_there(_NUMBER),
                "estimated_spearman": if_there(number(-1.1, 1.1)),
                "chosen": if_there(
                    record(
                        {
                            "features": maybe(text),
                            "loss": maybe(text),
                            "C": maybe(number()),
                            "tried": if_there(table_of(_NUMBER)),
                            "held out": anything,
                        }
                    )
                ),
            }
        ),
    }
)
