"""What other programs read: each export is read back by an independent reader and says what the zoo says."""

from __future__ import annotations

import io
import json
import warnings

import networkx as nx
import pandas as pd
import pytest
import rdflib
from bibtexparser.entrypoint import parse_string
from conftest import Run
from jsonschema import Draft202012Validator
from rdflib.namespace import RDF, SKOS

from dpzoo.exports.citations import bibliography, citation
from dpzoo.exports.graphs import dot, graphml
from dpzoo.exports.linked_data import BASE, linked
from dpzoo.exports.records import notion_data, zoo_data
from dpzoo.exports.schemas import all_schemas
from dpzoo.records.enums import RelationKind
from dpzoo.relations.facts import ORDERS, Answer
from dpzoo.relations.order_table import table
from dpzoo.zoo.columns import CLAIMS, CLOSURE, NOTIONS, SEPARATOR, STATUS
from dpzoo.zoo.tables import claims_csv, closure_csv, notions_csv
from dpzoo.zoo.zoo import Zoo

K = RelationKind


@pytest.fixture(scope="module")
def closure(zoo: Zoo) -> pd.DataFrame:
    return pd.read_csv(io.StringIO(closure_csv(zoo)), keep_default_na=False).set_index(["subject", "object"])


def test_the_json_is_what_its_schema_says(zoo: Zoo) -> None:
    data = json.loads(json.dumps(zoo_data(zoo)))
    schema = all_schemas()["zoo"]
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(data)
    one = all_schemas()["notion-export"]
    Draft202012Validator(one).validate(json.loads(json.dumps(notion_data(zoo["renyi-dp"]))))
    broken = json.loads(json.dumps(notion_data(zoo["renyi-dp"]))) | {"standing": "somewhere"}
    assert not Draft202012Validator(one).is_valid(broken)


def test_pandas_reads_the_notions(zoo: Zoo) -> None:
    frame = pd.read_csv(io.StringIO(notions_csv(zoo)), keep_default_na=False).set_index("id")
    assert list(frame.index) == list(zoo)
    assert [*frame.reset_index().columns] == [c.name for c in NOTIONS]
    assert (frame["name"] == [n.name for n in zoo.values()]).all()
    assert frame.loc["renyi-dp", "parameters"].split("//") == ["alpha", "epsilon"]
    for column in NOTIONS:
        if column.choices and not column.several:
            assert set(frame[column.name]) <= set(column.choices)


def test_no_text_holds_the_separator(zoo: Zoo) -> None:
    assert not [n.id for n in zoo.values() for name in n.names if SEPARATOR in name]
    assert not [c.id for c in zoo.claims for e in (c.relation.map or {}).values() if SEPARATOR in str(e)]


def test_pandas_reads_the_claims(zoo: Zoo) -> None:
    frame = pd.read_csv(io.StringIO(claims_csv(zoo)), keep_default_na=False)
    assert list(frame.columns) == [c.name for c in CLAIMS]
    assert list(frame["id"]) == [c.id for c in zoo.claims]
    assert (frame["disputed"] != "").sum() == sum(c.disputed for c in zoo.claims)


def test_the_closure_has_every_ordered_pair(zoo: Zoo, closure: pd.DataFrame) -> None:
    count = len(zoo)
    assert len(closure) == count * (count - 1)
    assert closure.index.is_unique
    assert [*closure.reset_index().columns] == [c.name for c in CLOSURE]
    assert set(closure.to_numpy().ravel()) <= set(STATUS)


@pytest.mark.parametrize("kind", ORDERS)
def test_the_closure_is_what_the_inference_answers(zoo: Zoo, closure: pd.DataFrame, kind: RelationKind) -> None:
    """On every pair: the whole table at once, and the question asked for one pair, have to agree."""
    words = {
        "yes": Answer.YES,
        "no": Answer.NO,
        "no-conditional": Answer.NO_BUT,
        "open": Answer.OPEN,
        "open-conditional": Answer.OPEN_BUT,
        "different-data": Answer.DIFFERENT,
    }
    column = closure[kind.value]
    ask = zoo.inference.answer
    wrong = [
        (pair, code)
        for pair, code in column.items()
        if words[code.removeprefix("asserted-").removeprefix("derived-")] is not ask(kind, *pair)  # type: ignore[misc]
    ]
    assert wrong == []


def test_the_closure_is_what_compare_says(zoo: Zoo, closure: pd.DataFrame) -> None:
    """The façade on the pairs of pure DP with all others, with what is asserted told from what is derived."""
    asserted = {
        (c.subject, c.object): c for c in zoo.claims if c.kind is K.STRONGER_THAN and not c.disputed and not c.conditional
    }
    for other in zoo:
        if other == "epsilon-dp":
            continue
        decision = zoo.compare("epsilon-dp", other).forward[K.STRONGER_THAN]
        code = closure.loc[("epsilon-dp", other), "stronger_than"]
        assert code.startswith(("open", "different")) == (not decision.answer.decided)
        assert (code == "asserted-yes") == (("epsilon-dp", other) in asserted)
        assert ("yes" in code) == (decision.answer is Answer.YES)


def test_known_facts_stand_in_the_closure(closure: pd.DataFrame) -> None:
    """Pure DP gives Rényi DP and not the other way round (Mironov 2017)."""
    assert closure.loc[("epsilon-dp", "renyi-dp"), "stronger_than"].endswith("-yes")
    assert "-no" in closure.loc[("renyi-dp", "epsilon-dp"), "implies"]


def test_the_table_grows_with_the_base(zoo: Zoo) -> None:
    found = table(zoo.inference, K.STRONGER_THAN)
    assert sum(1 for _ in found.answers()) == len(zoo) * (len(zoo) - 1)
    assert all(found.yes[i] >> i & 1 for i in range(len(zoo))), "every notion is as strong as itself"


def test_networkx_reads_the_graphml(zoo: Zoo) -> None:
    graph = nx.parse_graphml(graphml(zoo), force_multigraph=True)
    assert set(graph) == set(zoo)
    assert {key for _, _, key in graph.edges(keys=True)} == {c.id for c in zoo.claims}
    assert graph.nodes["renyi-dp"]["name"] == "Rényi differential privacy"
    data = graph.get_edge_data("epsilon-dp", "renyi-dp")["epsilon-dp/stronger_than/renyi-dp"]
    assert (data["kind"], data["disputed"]) == ("stronger_than", False)


def test_the_dot_file_has_every_notion_and_claim(zoo: Zoo) -> None:
    """No reader of DOT is at hand in the tests, so: one statement a line, quotes closed, nothing missing."""
    lines = dot(zoo).splitlines()
    assert (lines[0], lines[-1]) == ("digraph dpzoo {", "}")
    statements = lines[3:-1]
    assert sum(" -> " in s for s in statements) == len(zoo.claims)
    assert sum(" -> " not in s for s in statements) == len(zoo)
    assert all(s.replace('\\"', "").count('"') % 2 == 0 and s.endswith("];") for s in statements)


def test_bibtexparser_reads_the_bibliography(zoo: Zoo) -> None:
    library = parse_string(bibliography(zoo))
    assert not library.failed_blocks
    assert {e.key: {f.key: f.value for f in e.fields} for e in library.entries} == {
        k: dict(r.fields) for k, r in zoo.references.items()
    }


@pytest.fixture(scope="module")
def triples(zoo: Zoo) -> rdflib.Graph:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # rdflib's own reader uses a class that rdflib deprecates
        return rdflib.Graph().parse(data=json.dumps(linked(zoo)), format="json-ld")


def notion(id: str) -> rdflib.URIRef:
    return rdflib.URIRef(f"{BASE}notion:{id}")


def test_rdflib_reads_every_concept(zoo: Zoo, triples: rdflib.Graph) -> None:
    assert set(triples.subjects(RDF.type, SKOS.Concept)) == set(map(notion, zoo))
    (label,) = triples.objects(notion("renyi-dp"), SKOS.prefLabel)
    assert (str(label), label.language) == ("Rényi differential privacy", "en")


def test_skos_keeps_its_own_rules(triples: rdflib.Graph) -> None:
    """SKOS: related is symmetric and never joins what broaderTransitive joins; narrower is the inverse of broader."""
    hierarchy = nx.DiGraph([(s, o) for s, _, o in triples.triples((None, SKOS.broader, None))])
    assert nx.is_directed_acyclic_graph(hierarchy)
    above = nx.transitive_closure_dag(hierarchy)
    related = {(s, o) for s, _, o in triples.triples((None, SKOS.related, None))}
    assert {(o, s) for s, o in related} == related
    assert not [p for p in related if above.has_edge(*p)]
    narrower = {(o, s) for s, _, o in triples.triples((None, SKOS.narrower, None))}
    assert narrower == set(hierarchy.edges)
    for one in triples.subjects(RDF.type, SKOS.Concept):
        assert len(list(triples.objects(one, SKOS.prefLabel))) == 1


def test_broader_is_true(zoo: Zoo, triples: rdflib.Graph) -> None:
    """Approximate DP contains pure DP as the case δ = 0; a stronger notion alone is not a broader concept."""
    assert (notion("epsilon-dp"), SKOS.broader, notion("approximate-dp")) in triples
    assert (notion("epsilon-dp"), SKOS.broader, notion("renyi-dp")) not in triples or any(
        c.id.startswith("epsilon-dp/special_case_of/renyi-dp") for c in zoo.claims
    )
    stronger = rdflib.URIRef(f"{BASE}vocabulary:strongerThan")
    assert (notion("epsilon-dp"), stronger, notion("renyi-dp")) in triples


def test_a_disputed_claim_is_not_linked(zoo: Zoo, triples: rdflib.Graph) -> None:
    held = {(c.subject, c.object) for c in zoo.claims if c.kind is K.SPECIAL_CASE_OF and not c.disputed and not c.conditional}
    case = rdflib.URIRef(f"{BASE}vocabulary:specialCaseOf")
    linked_pairs = {(s, o) for s, _, o in triples.triples((None, case, None))}
    assert linked_pairs == {(notion(a), notion(b)) for a, b in held}


def test_a_citation_names_work_and_record(zoo: Zoo) -> None:
    text = citation(zoo, zoo["renyi-dp"])
    assert "Mironov" in text
    assert "`renyi-dp`" in text
    assert text.count("\n") == 1


def test_frames(zoo: Zoo) -> None:
    assert zoo.frame().loc["zero-concentrated-dp", "abbreviation"] == "zCDP"
    assert zoo.frame("claims").loc["epsilon-dp/stronger_than/renyi-dp", "kind"] == "stronger_than"
    assert zoo.frame("closure").index.names == ["subject", "object"]
    with pytest.raises(ValueError, match="there is no table"):
        zoo.frame("rows")


@pytest.mark.parametrize("format", ["csv", "claims", "closure", "graphml", "dot", "bibtex", "jsonld", "markdown"])
def test_the_command_writes_each_format(run: Run, format: str) -> None:
    done = run("export", "--format", format)
    assert (done.returncode, done.stderr) == (0, "")
    assert "renyi-dp" in done.stdout or "Mir17" in done.stdout


def test_the_command_says_what_cannot_be_cut(run: Run) -> None:
    done = run("export", "renyi-dp", "--format", "closure")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "describes the whole knowledge base" in done.stderr
