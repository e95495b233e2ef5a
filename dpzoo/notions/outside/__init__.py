"""Notions outside the survey's dimensions that keep a shape of their own."""
