"""Notions of several dimensions at once that keep a shape of their own, by what they are made of."""
