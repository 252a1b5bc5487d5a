"""Code of the pages of coalitions beside the library, each in a module with the page's name."""
