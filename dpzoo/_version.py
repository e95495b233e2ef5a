"""The version of the package and of the knowledge base that it carries."""

__version__ = "0.1.0"
