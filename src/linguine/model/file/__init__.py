"""The model file: one container, checked before anything in it is used."""
