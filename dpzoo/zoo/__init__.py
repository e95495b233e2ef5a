"""The façade: what ``dpzoo.load()`` returns."""
