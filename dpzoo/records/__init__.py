"""What a record is: typed models and closed vocabularies, independent of how files are read.

The models that every answer needs do without ``from __future__ import annotations``: pydantic reads what a field is annotated
with, and would compile it from text whenever the command starts.
"""
