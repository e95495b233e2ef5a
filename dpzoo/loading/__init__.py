"""YAML and BibTeX files to records, with file, line and column for every complaint; a sound base is kept by its content."""
