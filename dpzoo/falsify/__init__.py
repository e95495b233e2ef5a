"""The falsifier: random, adversarial and degenerate mechanisms against every claim that can be made to run."""
