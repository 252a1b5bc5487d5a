"""Code of the page can-the-core-be-empty beside the library."""
