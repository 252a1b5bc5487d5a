"""Code of the page who-chooses-the-models beside the library."""
