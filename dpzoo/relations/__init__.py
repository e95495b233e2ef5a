"""The relation graph of a knowledge base: asserted claims, and what may be read off them."""
