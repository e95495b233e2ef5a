"""Quantification of the loss."""
