"""Code of the page how-much-redundancy beside the library."""
