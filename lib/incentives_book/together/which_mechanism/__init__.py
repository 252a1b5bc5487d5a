"""What the page which-mechanism needs beside the library."""
