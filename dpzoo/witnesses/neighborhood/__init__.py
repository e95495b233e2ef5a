"""Neighbourhood and variation."""
