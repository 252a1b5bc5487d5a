"""What the pages of consensus need beside the library, each in a module with the page's name."""
