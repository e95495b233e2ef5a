"""Definitions that run: each executable notion finds its tightest parameters on a finite mechanism and gives verdicts."""
