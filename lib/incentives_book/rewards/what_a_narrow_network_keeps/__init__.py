"""Code of the page what-a-narrow-network-keeps beside the library."""
