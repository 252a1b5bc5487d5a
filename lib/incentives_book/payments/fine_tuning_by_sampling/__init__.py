"""Code of the page fine-tuning-by-sampling beside the library."""
