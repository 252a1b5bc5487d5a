"""Code of the page one-shot-personalization beside the library."""
