"""Two versions of the knowledge base side by side: what changed in the records, and what follows from that."""
