"""The ``dpzoo`` command."""
