"""Code of the pages of the part together beside the library."""
