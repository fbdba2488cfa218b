"""POINTS OUT SEED: a mixture of round Gaussians; the clock begins with an array."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import numpy as np
from sklearn.mixture import GaussianMixture

points, out, seed = sys.argv[1:]
X = np.loadtxt(points, delimiter=",")[:, 1:]
start = time.process_time()
model = GaussianMixture(10, covariance_type="spherical", n_init=10, random_state=int(seed)).fit(X)
found = model.predict(X)
seconds = time.process_time() - start
Path(out, "clusters").write_text("".join(f"{each}\n" for each in found), "utf-8")
print(json.dumps({"seconds": seconds, "log_likelihood": float(model.score(X))}))
