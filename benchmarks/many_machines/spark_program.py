"""Spark MLlib's way from a file of texts to a classifier: what runs in Spark's own environment.

python spark_program.py TRAIN TEST CORES BITS ITERATIONS [MEMORY_GB]
"""

from __future__ import annotations

import json
import os
import sys
import time


def main() -> None:
    from pyspark.ml.classification import LogisticRegression
    from pyspark.ml.feature import HashingTF, RegexTokenizer
    from pyspark.sql import SparkSession
    from pyspark.sql.functions import col

    train, test, cores, bits, iterations, *memory = sys.argv[1:]
    started = time.monotonic()
    session = (
        SparkSession.builder.master(f"local[{cores}]")
        .config("spark.driver.memory", f"{(memory or ['4'])[0]}g")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    tokens = RegexTokenizer(inputCol="text", outputCol="words", pattern=r"\W+")
    counts = HashingTF(inputCol="words", outputCol="features", numFeatures=1 << int(bits))

    def read(path: str):
        rows = session.read.csv(path, sep="\t", header=True, quote="", escape="")
        rows = rows.withColumn("label", (col("label") == "pos").cast("double"))
        return counts.transform(tokens.transform(rows)).select("label", "features")

    begun = time.monotonic()
    rows = read(train).cache()
    n = rows.count()
    read_in = time.monotonic()
    learner = LogisticRegression(maxIter=int(iterations), regParam=1.0 / n)
    model = learner.fit(rows)
    done = time.monotonic()
    answers = model.transform(read(test))
    right = answers.filter(col("label") == col("prediction")).count() / answers.count()
    history = list(model.summary.objectiveHistory)
    with open(f"/proc/{session.sparkContext._gateway.proc.pid}/stat") as stat:
        ticks = stat.read().rpartition(")")[2].split()[11:13]
    told = {
        "cpu": sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"),
        "starting": begun - started,
        "reading": read_in - begun,
        "learning": done - read_in,
        "iterations": len(history) - 1,
        "objective": history[-1],
        "accuracy": right,
        "n": n,
    }
    print(json.dumps(told))
    session.stop()


if __name__ == "__main__":
    main()
