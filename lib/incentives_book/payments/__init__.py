"""Code of the pages of payments beside the library, each in a module with the page's name."""
