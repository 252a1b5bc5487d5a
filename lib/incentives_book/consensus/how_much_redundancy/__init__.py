"""What the page how-much-redundancy needs beside the library."""
