"""The command `python -m claimbook` under the name that it had before the kit became a package of its own."""

import sys

from claimbook.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
