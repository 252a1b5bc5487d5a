"""What the page leaving-each-one-out needs beside the library."""
