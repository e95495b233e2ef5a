"""What a machine has checked: statements in Rocq generated from the records, and which of them are proved."""
