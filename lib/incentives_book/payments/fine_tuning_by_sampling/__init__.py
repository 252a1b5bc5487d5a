"""What the page fine-tuning-by-sampling needs beside the library."""
