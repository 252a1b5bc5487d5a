"""Code of the pages of consensus beside the library, each in a module with the page's name."""
