"""The façade: what ``dpzoo.load()`` returns, the audit of a mechanism, combinations, tables, other libraries' objects."""
