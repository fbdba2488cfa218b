"""scikit-learn: k-means of tf-idf, LDA of counts, and its Gaussian mixture.

Words that occur in fewer than two texts or in more than half of them are left out, which is better
and faster for both; k-means gets one start (ten take minutes), LDA its ten passes.
"""

from __future__ import annotations

from benchmarks.rivals.catalogue.judging import judge_clusters
from benchmarks.rivals.trial import Maker, Place, Trial, read_json


def _texts(method: str, shown: str) -> Maker:
    def make(place: Place) -> Trial:
        step = place.program(
            "sklearn_clusters", place.train, str(place.scratch), method, str(place.seed)
        )
        return Trial((step,), shown, read_json, judge=judge_clusters(place, "train.tsv"))

    return make


def _points(place: Place) -> Trial:
    step = place.program(
        "sklearn_points", str(place.data / "points.csv"), str(place.scratch), str(place.seed)
    )
    judge = judge_clusters(place, "points.csv")
    told = "GaussianMixture(10, covariance_type='spherical', n_init=10)"
    return Trial((step,), told, read_json, judge=judge)


_WORDS = "min_df=2, max_df=0.5"
TRIALS: dict[tuple[str, str], Maker] = {
    ("texts", "k-means"): _texts("k-means", f"TfidfVectorizer({_WORDS}) + KMeans(20, n_init=1)"),
    ("texts", "lda"): _texts("lda", f"CountVectorizer({_WORDS}) + LatentDirichletAllocation(20)"),
    ("points", "spherical"): _points,
}
