"""What is wrong with an object that a block was given."""


class BlockError(ValueError):
    """A mechanism, prior, policy or parameter that is not one; the message is one sentence that says how to mend it.

    ``path`` says where in the object: keys and indices, as in the JSON file that it may have come from; with
    ``key`` it is the key itself that is wrong.
    """

    def __init__(self, message: str, path: tuple[str | int, ...] = (), *, key: bool = False) -> None:
        super().__init__(message)
        self.path = path
        self.key = key
