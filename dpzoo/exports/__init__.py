"""The knowledge base for other programs: tables, graphs, linked data, citations, and their schemas."""
