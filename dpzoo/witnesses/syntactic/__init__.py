"""Chapter on syntactic notions."""
