"""The laboratory: figures that linguine's own estimators make, one file each."""
