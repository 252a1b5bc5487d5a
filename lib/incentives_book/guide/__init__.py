"""What the guide's pages need beside the library."""
