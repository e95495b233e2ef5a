"""``python -m dpzoo`` is the ``dpzoo`` command."""

from dpzoo.cli.main import main

main()
