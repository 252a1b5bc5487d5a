"""What the page why-payments needs beside the library."""
