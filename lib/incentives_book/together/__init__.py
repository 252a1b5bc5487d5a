"""What the pages of the part together need beside the library."""
