"""What the page noisy-rewards needs beside the library."""
