"""Code of the pages of rewards beside the library, each in a module with the page's name."""
