"""What a record is: typed models and closed vocabularies, independent of how files are read."""
