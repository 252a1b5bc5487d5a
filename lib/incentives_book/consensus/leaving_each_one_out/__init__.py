"""Code of the page leaving-each-one-out beside the library."""
