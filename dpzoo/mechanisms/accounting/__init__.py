"""Privacy accounting: what lists of mechanisms and guarantees add up to, amplification, and noise for a target."""
