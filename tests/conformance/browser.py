"""Play the browser of a login: open an address, and follow it to the end."""

import sys
import urllib.request

urllib.request.urlopen(sys.argv[1]).close()
