"""Code of the guide's pages beside the library."""
