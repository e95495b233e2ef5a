"""What a contributor starts from: new records with comments that teach, and the lines that name their schemas."""
