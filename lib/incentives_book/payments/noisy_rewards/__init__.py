"""Code of the page noisy-rewards beside the library."""
