"""Attacks: what an adversary does with answers, and claims about it."""
