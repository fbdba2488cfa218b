"""What the configurations of all model files hold.

A field that a later version adds goes into a schema as if_there: files from before do not have it.
"""

from __future__ import annotations

from linguine.model.file.quantization import QUANTIZATIONS
from linguine.model.file.schema import (
    Kind,
    anything,
    choice,
    if_there,
    list_of,
    maybe,
    number,
    record,
    table_of,
    text,
    whole,
)

__all__ = ["INFO", "MOST_LABELS", "OF_SENTENCES", "PACKED", "QUANTIZATION", "STANDING"]

#: Tags or relations that a model may have; more would not fit into the core's tables.
MOST_LABELS = 30_000
QUANTIZATION = maybe(choice(QUANTIZATIONS.names))
#: Tensors that were packed, by name.
PACKED = if_there(
    table_of(record({"dtype": text, "form": text, "shape": list_of(whole(), at_most=4)}))
)
#: How far an online learner came.
STANDING = maybe(
    record(
        {
            "n_steps": whole(),
            "n_examples": whole(),
            "learning_rate": maybe(number(1e-9, 1e9)),
            "intercept_scaling": maybe(number(1e-9, 1e9)),
        }
    )
)
#: How a model was made, whatever its task. What is not here is only shown.
INFO: dict[str, Kind] = {
    "algorithm": if_there(text),
    "options": if_there(table_of(anything)),
    "n_features": if_there(whole()),
    "n_iterations": if_there(whole()),
    "n_weights": if_there(whole()),
    "seed": if_there(whole(0, (1 << 64) - 1)),
}
#: The same for models of sentences.
OF_SENTENCES: dict[str, Kind] = {
    **INFO,
    "n_sentences": if_there(whole()),
    "n_tokens": if_there(whole()),
    "learner": if_there(text),
}
