"""What the page how-continuous-is-training needs beside the library."""
