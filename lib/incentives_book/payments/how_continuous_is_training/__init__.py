"""Code of the page how-continuous-is-training beside the library."""
