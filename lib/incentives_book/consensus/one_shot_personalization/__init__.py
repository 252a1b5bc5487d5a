"""What the page one-shot-personalization needs beside the library."""
