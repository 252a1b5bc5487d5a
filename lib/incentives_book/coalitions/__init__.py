"""What the pages of coalitions need beside the library, each in a module with the page's name."""
