"""Learning by worker processes: speed by how many there are, kills, and Spark beside it."""
