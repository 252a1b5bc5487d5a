"""The studies behind the pages: settings, runs, records."""
