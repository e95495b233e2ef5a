"""The website: records to pages, independent of the engine that builds them, and two adapters."""
