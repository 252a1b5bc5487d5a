"""Code of the page why-payments beside the library."""
