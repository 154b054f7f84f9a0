"""The entry point of the command `mcpgen`, which is also run by `python -m mcpgen`."""

import gc
import signal
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line. If the user interrupts it during the imports, end without a traceback.

    The garbage collector is disabled during the imports. Afterwards, the imported objects are frozen, so that
    later collections skip them.
    """
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.disable()
    from mcpgen import cli

    gc.freeze()
    gc.enable()
    signal.signal(signal.SIGINT, handler)
    cli.main()


if __name__ == "__main__":
    main()
