"""What the pages of payments need beside the library, each in a module with the page's name."""
