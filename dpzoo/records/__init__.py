"""What a record is: typed models and enums, independent of how files are read."""
