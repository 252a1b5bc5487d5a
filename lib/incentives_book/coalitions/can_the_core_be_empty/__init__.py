"""What the page can-the-core-be-empty needs beside the library."""
