"""Privacy accounting: the sum of a list of mechanisms and guarantees, amplification, and the noise for a target."""
