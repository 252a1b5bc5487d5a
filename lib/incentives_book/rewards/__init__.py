"""What the pages of rewards need beside the library, each in a module with the page's name."""
