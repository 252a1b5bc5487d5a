"""What the page who-chooses-the-models needs beside the library."""
