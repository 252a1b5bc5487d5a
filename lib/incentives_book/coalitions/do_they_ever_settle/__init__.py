"""Code of the page do-they-ever-settle beside the library: moves, and what shows that they can end."""
