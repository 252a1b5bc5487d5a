"""Four players can always settle: the questions that show it, and their check, for the page do-they-ever-settle."""
