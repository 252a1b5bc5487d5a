"""What the page do-they-ever-settle needs beside the library: moves, and what shows that they can end."""
