"""Expressions and constraints of the records as terms of Rocq, with what must hold for them to mean what they say.

Functions are total in Rocq: ln 0 = 0, 1/0 is some number. Every logarithm, root, quotient and power therefore leaves an
obligation beside its term.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from dpzoo.expressions import Constraint, Expression
from dpzoo.expressions.tree import ATOM, NEGATION, POWER, PRODUCT, SUM, Binary, Call, Name, Negation, Number

_FUNCTIONS: Mapping[str, str] = {
    "exp": "exp {}",
    "log": "ln {}",
    "sqrt": "sqrt {}",
    "tanh": "tanh {}",
    "sinh": "sinh {}",
    "cosh": "cosh {}",
    "log_cosh": "ln (cosh {})",
    "log_sinhc": "ln (sinhc {})",
    "langevin": "langevin {}",
}
_LEVELS = {"<": "{} < {}", "<=": "{} <= {}", ">": "{1} < {0}", ">=": "{1} <= {0}", "==": "{} = {}", "!=": "{} <> {}"}


class NotExpressibleError(Exception):
    """The claim cannot be stated in Rocq with what the table gives; the message says what is missing."""


@dataclass(slots=True)
class Terms:
    """Turns expressions into terms.

    ``orders`` are variables that range over orders of divergences, infinity included; ``naturals`` are whole numbers.
    Obligations collect in ``obligations``, without repetition.
    """

    orders: AbstractSet[str] = frozenset()
    naturals: AbstractSet[str] = frozenset()
    rename: Mapping[str, str] = field(default_factory=dict)
    obligations: list[str] = field(default_factory=list)

    def real(self, e: Expression, least: int = SUM) -> str:
        """A term of type R, in parentheses if it binds more loosely than ``least``."""
        text, binds = self._real(e)
        return text if binds >= least else f"({text})"

    def order(self, e: Expression, least: int = SUM) -> str:
        """A term of type order."""
        match e:
            case Name("inf"):
                return "Infinity"
            case Name(name) if name in self.orders:
                return self.rename.get(name, name)
            case Call("min", (first, *rest)) if rest:
                text = self.order(first, ATOM)
                for i, other in enumerate(rest):
                    text = f"order_min {text if i == 0 else f'({text})'} {self.order(other, ATOM)}"
            case _:
                text = f"Order {self.real(e, ATOM)}"
        return text if least < ATOM else f"({text})"

    def natural(self, e: Expression) -> str:
        """A term of type nat: a variable or a number."""
        match e:
            case Number(text) if text.isdigit():
                return f"{text}%nat"
            case Name(name) if name in self.naturals:
                return self.rename.get(name, name)
            case _:
                raise NotExpressibleError(f"{e} as a whole number")

    def _require(self, text: str) -> None:
        if text not in self.obligations:
            self.obligations.append(text)

    def _real(self, e: Expression) -> tuple[str, int]:
        match e:
            case Number(text):
                if text.isdigit():
                    return text, ATOM
                whole, _, part = text.partition(".")
                if not (whole + part).isdigit():
                    raise NotExpressibleError(f"the number {text}")
                return f"{int(whole + part)} / {10 ** len(part)}", PRODUCT
            case Name("pi"):
                return "PI", ATOM
            case Name(name):
                if name == "inf" or name in self.orders:
                    raise NotExpressibleError(f"{name} in arithmetic")
                shown = self.rename.get(name, name)
                return (f"INR {shown}", POWER) if name in self.naturals else (shown, ATOM)
            case Negation(operand):
                return f"- {self.real(operand, NEGATION + 1)}", NEGATION
            case Binary("**", base, Number(power)) if power.isdigit():
                return f"{self.real(base, ATOM)} ^ {power}", POWER
            case Binary("**", base, Name(power)) if power in self.naturals:
                return f"{self.real(base, ATOM)} ^ {self.rename.get(power, power)}", POWER
            case Binary("**", base, power_of):
                self._require(f"0 < {self.real(base)}")
                return f"Rpower {self.real(base, ATOM)} {self.real(power_of, ATOM)}", POWER
            case Binary("/", left, right):
                text = f"{self.real(left, PRODUCT)} / {self.real(right, POWER)}"
                if not isinstance(right, Number):
                    self._require(f"{self.real(right)} <> 0")
                return text, PRODUCT
            case Binary("*", left, right):
                return f"{self.real(left, PRODUCT)} * {self.real(right, POWER)}", PRODUCT
            case Binary(sign, left, right):
                return f"{self.real(left)} {sign} {self.real(right, PRODUCT)}", SUM
            case Call("min" | "max" as which, (first, *rest)):
                text = self.real(first, ATOM)
                for i, other in enumerate(rest):
                    text = f"R{which} {text if i == 0 else f'({text})'} {self.real(other, ATOM)}"
                return text, POWER
            case Call("kov_delta", (target, loss, times)):
                return f"kov_delta {self.real(target, ATOM)} {self.real(loss, ATOM)} {self.natural(times)}", POWER
            case Call(function, arguments) if function in _FUNCTIONS:
                terms = [self.real(a, ATOM) for a in arguments]
                if function == "log":
                    self._require(f"0 < {self.real(arguments[0])}")
                if function == "sqrt":
                    self._require(f"0 <= {self.real(arguments[0])}")
                return _FUNCTIONS[function].format(*terms), POWER
            case _:
                raise NotExpressibleError(f"the function in {e}")

    def condition(self, c: Constraint) -> list[str]:
        """The comparisons of ``c``, one proposition each; those with infinity are dropped where the variable is real."""
        found = []
        for chain in c.comparisons:
            for sign, left, right in zip(chain.operators, chain.terms, chain.terms[1:], strict=False):
                text = self._comparison(sign, left, right)
                if text is not None:
                    found.append(text)
        return found

    def _comparison(self, sign: str, left: Expression, right: Expression) -> str | None:
        if any(isinstance(t, Name) and t.name in self.orders for t in (left, right)):
            a, b = (left, right) if sign in ("<", "<=") else (right, left)
            if sign not in ("<", "<=", ">", ">="):
                raise NotExpressibleError(f"{sign} between orders")
            if isinstance(b, Name) and b.name == "inf" and sign in ("<=", ">="):
                return None
            return f"{'order_lt' if sign in ('<', '>') else 'order_le'} {self.order(a, ATOM)} {self.order(b, ATOM)}"
        if any(isinstance(t, Name) and t.name == "inf" for t in (left, right)):
            if isinstance(right, Name) and right.name == "inf" and sign in ("<", "<="):
                return None
            raise NotExpressibleError("infinity in this place")
        return _LEVELS[sign].format(self.real(left), self.real(right))
