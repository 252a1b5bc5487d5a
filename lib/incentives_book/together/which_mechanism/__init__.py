"""Code of the page which-mechanism beside the library."""
