"""The auditor: a mechanism of the user's under every executable notion."""
