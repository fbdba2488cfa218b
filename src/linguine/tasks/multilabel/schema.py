"""What the configuration of a model of several labels per text holds."""

from __future__ import annotations

from linguine.model.file.schema import flag, if_there, list_of, number, record, text, whole
from linguine.tasks.text.schema import INFO_FIELDS, TEXT_FIELDS

__all__ = ["SCHEMA", "TASK"]

TASK = "text-multilabel"

SCHEMA = record(
    {
        **TEXT_FIELDS,
        "thresholds": list_of(number(-3.5e38, 3.5e38), at_least=1),
        "answers_table": flag,
        "info": record(
            {
                **INFO_FIELDS,
                "threshold": if_there(text),
                "ranked_by": if_there(text),
                "labels_per_text": if_there(number(0)),
                "estimated_micro_f1": if_there(number(0, 1)),
                "estimated_precision_at_1": if_there(number(0, 1)),
                "label_separator": if_there(text),
                "n_without_label": if_there(whole()),
            }
        ),
    }
)
