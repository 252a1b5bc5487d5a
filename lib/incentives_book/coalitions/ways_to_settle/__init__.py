"""Four players can always settle, and five of generic sizes: what shows it, and the checks, for do-they-ever-settle."""
