"""Mechanisms in use or in print: what they lose."""
