"""What a record says of many mechanisms at one level: how much they lose together."""

from __future__ import annotations

from collections.abc import Mapping

from dpzoo.checks.formal.notion_pairs import no_smaller
from dpzoo.checks.formal.sides import Binding, StatementSide, conjunction
from dpzoo.checks.formal.terms import NotExpressibleError, Terms
from dpzoo.expressions.tree import Name
from dpzoo.records.claim_records import Interplay, ManyFold
from dpzoo.records.enums import Verdict


def statement(a: StatementSide, b: StatementSide, many: ManyFold) -> str:
    """The whole statement: the rule, and tightness if it is claimed; ``b`` is ``a`` with other names for its parameters.

    Where the record says that composition may be adaptive, each mechanism is chosen after the earlier results; a rule is tight if
    nothing better holds for mechanisms that are fixed beforehand, which are fewer.
    """
    if a.rocq.arguments or a.rocq.priors or a.rocq.scaled or a.rocq.view:
        raise NotExpressibleError("what is compared depends on a parameter, on laws on datasets or on a view")
    adaptive = any(s.how is Interplay.ADAPTIVE and s.verdict is Verdict.HOLDS for s in a.record.composition.settings)
    compared = "ordered U" if a.rocq.ordered else "pairs U"
    own = a.bind(proper=False) + Binding(((many.times, "nat"),), (f"1 <= INR {many.times}",))
    types = dict(own.variables)
    terms = Terms(orders={n for n, t in types.items() if t == "order"}, naturals={n for n, t in types.items() if t == "nat"})
    chosen = many.free or {}
    free = Binding(tuple((n, "R") for n in chosen), tuple(h for c in chosen.values() for h in terms.condition(c)))
    image = b.image(many.rule, terms)

    def together(value: Mapping[str, str], how: str) -> str:
        level = a.own_level(proper=False)
        return f"many_{how} ({compared}) {a.rocq.standard} {level} {many.times} {b.level(value)}"

    bound = conjunction([*terms.obligations, together(image, "in_turn" if adaptive else "side_by_side")])
    label = "in turn, each chosen after the earlier results" if adaptive else "side by side"
    parts = {f"{many.times} mechanisms {label}": own.for_all(free.for_all(bound))}
    if many.tight is not None:
        where = Binding((), tuple(terms.condition(many.tight.when)) if many.tight.when is not None else ())
        named = {n for n, e in many.rule.items() if isinstance(e, Name) and e.name in chosen}
        best = no_smaller(b, image, named, lambda value: together(value, "side_by_side"))
        parts["tight: no smaller value will do, even for mechanisms that are fixed beforehand"] = (own + free + where).for_all(
            best
        )
    head = "forall (D : Type) (U : neighbours D), " + ("discerning U -> " if many.tight is not None else "")
    return head + "\n" + " /\\\n".join(f"(* {label} *)\n({part})" for label, part in parts.items())
