"""Mechanisms that run: finite instances on which the auditor measures what a record claims. Imports blocks only."""
