"""Text to expression: Python's own grammar, through a whitelist of node types."""

from __future__ import annotations

import ast
import re
import warnings

from dpzoo.expressions.errors import ExpressionError
from dpzoo.expressions.functions import CONSTANTS, FUNCTIONS
from dpzoo.expressions.tree import Binary, Call, Expression, Name, Negation, Number

MAX_LENGTH = 500
_MAX_DIGITS = 40
_RUN_TOGETHER = re.compile(r"(?<![\w.])(\d+(?:\.\d*)?)((?!(?:[eE][-+]?\d|[xXoObB][0-9a-fA-F]|_\d|[jJ]\b))[A-Za-z]\w*)")
_OPERATORS: tuple[tuple[type[ast.operator], str], ...] = (
    (ast.Add, "+"),
    (ast.Sub, "-"),
    (ast.Mult, "*"),
    (ast.Div, "/"),
    (ast.Pow, "**"),
)


def parse(text: str) -> Expression:
    """Parse ``text``; raises :class:`ExpressionError` with one sentence that says what is wrong."""
    return convert(to_ast(text).body, text)


def to_ast(text: str) -> ast.Expression:
    """The guarded syntax tree of ``text``: bounded in length, refused with a sentence if it is not an expression."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"the expression has {len(text)} characters; at most {MAX_LENGTH} are allowed")
    if not text.strip():
        raise ExpressionError("the expression is empty")
    if not text.isascii():
        odd = next(c for c in text if not c.isascii())
        raise ExpressionError(f"{odd!r} is not allowed in an expression; write parameter names in ASCII (epsilon, not ε)")
    if "^" in text:
        raise ExpressionError("'^' is not the power; write '**'")
    if wrong := re.search(r"=>|=<", text):
        raise ExpressionError(f"{wrong[0]!r} is not a comparison; write {wrong[0][::-1]!r}")
    if "\\" in text:
        raise ExpressionError("this is LaTeX and no expression; write sqrt(rho) for \\sqrt{\\rho}, and names without a backslash")
    run_together = _RUN_TOGETHER.search(text)
    if run_together is not None:
        raise ExpressionError(f"{run_together[0]} is not a product; write {run_together[1]}*{run_together[2]}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return ast.parse(text.strip(), mode="eval")
    except SyntaxWarning as warning:
        raise ExpressionError(f"this is not an expression: {warning}") from None
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = getattr(error, "msg", None) or "it is nested too deeply"
        raise ExpressionError(f"this is not an expression: {reason}") from None


def convert(node: ast.expr, text: str) -> Expression:
    """One syntax node as a node of ours; anything outside the language is refused by name."""
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            for kind, symbol in _OPERATORS:
                if isinstance(op, kind):
                    return Binary(symbol, convert(left, text), convert(right, text))
            raise ExpressionError(f"the operator {type(op).__name__} is not part of the language (use + - * / **)")
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return Negation(convert(operand, text))
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return convert(operand, text)
        case ast.Name(id=name):
            if name in FUNCTIONS:
                raise ExpressionError(f"{name} is a function; give it an argument: {name}(…)")
            return Name(name)
        case ast.Constant(value=value) if isinstance(value, int | float) and not isinstance(value, bool):
            literal = (ast.get_source_segment(text.strip(), node) or repr(value)).replace("_", "")
            if len(literal) > _MAX_DIGITS:
                raise ExpressionError(f"a number of {len(literal)} characters is too long; at most {_MAX_DIGITS}")
            return Number(str(value) if literal[:2].lower() in ("0x", "0o", "0b") else literal)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            if name not in FUNCTIONS:
                natural = "; the natural logarithm is log" if name == "ln" else ""
                raise ExpressionError(f"unknown function {name}{natural}; the known ones are {', '.join(sorted(FUNCTIONS))}")
            return _call(name, [convert(a, text) for a in args])
        case ast.Compare():
            raise ExpressionError("a comparison is a condition, not an expression")
        case _:
            raise ExpressionError(f"{_describe(node)} is not part of the language of expressions")


def _call(name: str, arguments: list[Expression]) -> Expression:
    function = FUNCTIONS[name]
    if function.arity is not None and len(arguments) != function.arity:
        raise ExpressionError(f"{name} takes {function.arity} argument(s), not {len(arguments)}")
    if not arguments:
        raise ExpressionError(f"{name} needs at least one argument")
    return Call(name, tuple(arguments))


def _describe(node: ast.AST) -> str:
    words = {
        ast.Attribute: "a dot",
        ast.Subscript: "an index in brackets",
        ast.Lambda: "a lambda",
        ast.Constant: "text in quotes or True/False/None",
        ast.Call: "this kind of call",
        ast.IfExp: "if … else",
        ast.BoolOp: "and/or",
        ast.Tuple: "a comma",
    }
    return words.get(type(node), type(node).__name__)


def is_name(text: str) -> bool:
    """Whether ``text`` may name a parameter: an ASCII identifier that is neither reserved nor a keyword."""
    import keyword

    return (
        text.isascii() and text.isidentifier() and not keyword.iskeyword(text) and text not in FUNCTIONS and text not in CONSTANTS
    )
