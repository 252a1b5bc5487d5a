"""What the page what-a-narrow-network-keeps needs beside the library."""
