"""A base that is read back is the base that the files say, and nothing else is ever taken for it."""

from __future__ import annotations

import dataclasses
import io
import itertools
import json
import os
import pickle
import subprocess
import sys
from multiprocessing import get_context
from pathlib import Path

import pytest
from conftest import ROOT, SOUND

import dpzoo
from dpzoo.loading import stored
from dpzoo.loading.folder import load_folder
from dpzoo.records.enums import Property, RelationKind
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.asserted import infer
from dpzoo.relations.entailment import NONE
from dpzoo.relations.facts import ORDERS, Answer, Derivation
from dpzoo.relations.forms import ComparedPairs, Form, PairMeasure
from dpzoo.relations.stored_inference import _form, _form_row
from dpzoo.zoo.stored_results import worked_out
from dpzoo.zoo.zoo import Zoo


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DPZOO_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def kept(root: Path) -> str:
    """A base, parsed and stored; its name."""
    loaded, name = load_folder(root), stored.content(root)
    assert not loaded.findings
    stored.write(loaded.base, name, worked_out(loaded.base))
    return name


def same(one: KnowledgeBase, other: KnowledgeBase) -> None:
    for field in dataclasses.fields(KnowledgeBase):
        a, b = getattr(one, field.name), getattr(other, field.name)
        if field.name == "blocks":
            rooms = [(getattr(a, f.name), getattr(b, f.name)) for f in dataclasses.fields(a)]
        elif field.name == "guide":
            rooms = [({0: a}, {0: b})]
        elif field.name in {"root", "unread"}:
            assert a == b
            continue
        elif field.name == "recalled":
            continue
        else:
            rooms = [(a, b)]
        for x, y in rooms:
            assert list(x) == list(y), field.name
            for key in x:
                assert (x[key] is None) == (y[key] is None)
                assert x[key] is None or (x[key].record, x[key].source.path) == (y[key].record, y[key].source.path), key


def test_what_is_read_back_is_what_was_parsed(zoo: Zoo, cache: Path) -> None:
    root = zoo.base.root
    found = stored.read(root, kept(root))
    assert found is not None
    parsed = load_folder(root).base
    same(found, parsed)
    for name in ("epsilon-dp", "zero-concentrated-dp"):
        for path, key in ((("relations", 0), False), (("name",), True), (("axioms", "convexity", "verdict"), False)):
            assert found.notions[name].locate(*path, key=key) == parsed.notions[name].locate(*path, key=key)
    assert found.references["DMNS06"].locate() == parsed.references["DMNS06"].locate()
    assert found.recalled
    assert not dataclasses.replace(found, errata={}).recalled  # of another base nothing is known
    one, other = Zoo(found), Zoo(parsed)
    assert one.names == {name: list(ids) for name, ids in other.names.items()}
    said = ("id", "subject", "kind", "object", "conditions", "conditional", "disputed", "formulas", "grade", "lift", "relation")
    assert len(one.claims) == len(other.claims)
    for a, b in zip(one.claims, other.claims, strict=True):
        assert [getattr(a, name) for name in said] == [getattr(b, name) for name in said]
        assert a.location == b.location
    for claim in (one.claims[7], next(c for c in one.inference.closure.claims if c.lift is not None)):
        again = pickle.loads(pickle.dumps(claim))  # as when another process is asked
        assert (again.id, again.relation, again.location) == (claim.id, claim.relation, claim.location)
    same_answers(one, other)


def test_an_answer_reads_and_imports_what_it_rests_on(zoo: Zoo, cache: Path) -> None:
    """A cold command waits for nothing else: this counts what is read and imported, not how long a machine takes."""
    root = zoo.base.root
    stored.write(zoo.base, stored.content(root), worked_out(zoo.base))
    found = stored.read(root, stored.content(root))
    assert found is not None
    Zoo(found).convert("zCDP(rho=0.5)", "approximate-dp", delta=1e-6)
    for room in (found.blocks.units, found.blocks.views, found.notions):
        assert isinstance(room, stored._Room)
        assert len(room._made) < len(room) / 10
    heavy = {"networkx", "numpy", "scipy", "rich.console", "yaml", "bibtexparser", "jinja2", "joblib", "mpmath"}
    for words, needless in (
        (("show", "zCDP"), heavy | {"flint", "dpzoo.relations.inference", "dpzoo.optimal.engine"}),
        (("compare", "zCDP", "RDP"), heavy | {"flint", "dpzoo.optimal.engine", "dpzoo.relations.lifting.lifting"}),
        (("convert", "zCDP(rho=0.5)", "approximate-dp", "--fix", "delta=1e-6"), heavy),
        (("convert", "GDP(mu=1)", "approximate-dp", "--fix", "delta=1e-6"), heavy),
    ):
        command = [sys.executable, "-X", "importtime", "-m", "dpzoo", *words]
        run = subprocess.run(command, env={**os.environ, "DPZOO_CACHE": str(cache)}, capture_output=True, text=True, check=True)
        imported = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines()}
        assert "dpzoo.loading.stored" in imported
        assert not imported & (needless | {"dpzoo.loading.folder"}), words


def same_answers(one: Zoo, other: Zoo) -> None:
    """Every answer, every lifted claim, and the derivations of one pair in a few hundred."""
    recalled, fresh = one.inference, other.inference
    assert [c.id for c in recalled.claims] == [c.id for c in fresh.claims]
    for a, b in zip(recalled.claims[::9], fresh.claims[::9], strict=True):
        assert (a.lift, a.conditions, a.conditional, a.grade) == (b.lift, b.conditions, b.conditional, b.grade)
        assert (a.relation, a.location) == (b.relation, b.location)
    for kind in ORDERS:
        assert recalled.denied(kind) == fresh.denied(kind)
        for inside in (NONE, None):
            assert [recalled.reach(kind, inside).row(i) for i in range(len(one))] == [
                fresh.reach(kind, inside).row(i) for i in range(len(other))
            ]
    assert recalled.apart == fresh.apart
    pairs = list(itertools.product(one, other))[::997]
    for kind, (x, y) in itertools.product(ORDERS, pairs):
        a, b = recalled.decide(kind, x, y), fresh.decide(kind, x, y)
        assert a.answer == b.answer
        for chain, expected in itertools.zip_longest((a.derivation, *a.under), (b.derivation, *b.under)):
            assert _steps(chain) == _steps(expected)
    for name, which in itertools.product(list(one)[::5], Property):
        assert _steps(recalled.explain_property(name, which)) == _steps(fresh.explain_property(name, which))


def _steps(chain: Derivation | None) -> list[tuple[object, ...]]:
    steps = () if chain is None else chain.steps
    return [(s.conclusion, s.rule, s.premises, s.claim and (s.claim.id, s.claim.lift)) for s in steps]


def test_a_base_that_another_may_write_to_is_not_believed(sound: Path, cache: Path) -> None:
    name = kept(sound)
    path = cache / f"{name}.base"
    assert stored.read(sound, name) is not None
    path.chmod(0o622)
    assert stored.read(sound, name) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda root: next(root.rglob("*.yaml")).write_bytes(next(root.rglob("*.yaml")).read_bytes() + b"\n"),
        lambda root: next(root.rglob("*.yaml")).rename(root / "moved.yaml"),
        lambda root: next(root.rglob("*.yaml")).unlink(),
        lambda root: (root / "references.bib").write_bytes((root / "references.bib").read_bytes()[:-1]),
        lambda root: (root / "new.yml").write_text("", encoding="utf-8"),
    ],
    ids=["a byte more", "another name", "a record less", "a byte less in the bibliography", "a wrong ending"],
)
def test_other_files_are_another_base(sound: Path, change) -> None:  # noqa: ANN001
    before = stored.content(sound)
    assert stored.content(sound) == before
    change(sound)
    assert stored.content(sound) != before


def test_a_changed_byte_is_seen(sound: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpzoo.zoo.zoo.default_folder", lambda: sound)
    path = min((sound / "quantification").glob("*.yaml"))
    text = path.read_text(encoding="utf-8")
    line = next(x for x in text.splitlines() if x.startswith("name:"))
    for said in (text, text.replace(line, "name: Another name", 1), text):
        path.write_text(said, encoding="utf-8")
        for _ in range(2):
            assert (dpzoo.load()[path.stem].name == "Another name") == (said != text)
    path.write_text("name: [", encoding="utf-8")
    with pytest.raises(dpzoo.KnowledgeBaseError):
        dpzoo.load()
    with pytest.raises(dpzoo.KnowledgeBaseError):  # faults are not stored, and neither is what has them
        dpzoo.load()


def test_places_are_those_of_the_file_as_it_is_now(sound: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpzoo.zoo.zoo.default_folder", lambda: sound)
    path = min((sound / "quantification").glob("*.yaml"))
    said = path.read_text(encoding="utf-8")
    for more in (0, 3, 7):
        path.write_text("# a line\n" * more + said, encoding="utf-8")
        lines = [dpzoo.load().base.notions[path.stem].locate("name", key=True).line for _ in range(2)]  # parsed, and recalled
        assert lines == [more + 1 + said.split("\n").index(next(x for x in said.split("\n") if x.startswith("name:")))] * 2


def test_the_second_time_nothing_is_parsed(sound: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpzoo.zoo.zoo.default_folder", lambda: sound)
    first = dpzoo.load()
    monkeypatch.setattr("yaml.parse", lambda *_, **__: pytest.fail("a record was parsed"))
    second = dpzoo.load()
    same(first.base, second.base)
    one, other = list(first)[:2]
    assert second.compare(one, other).sentence == first.compare(one, other).sentence


def test_what_is_assumed_is_worked_out_anew(sound: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered speaks of the records as they stand, with their disputed claims left out."""
    monkeypatch.setattr("dpzoo.zoo.zoo.default_folder", lambda: sound)
    disputed = ("probabilistic", "pure")
    for _ in range(2):
        base = dpzoo.load().base
        for without in [(), ["pure/special_case_of/approximate"]]:
            assumed = infer(base, ["probabilistic/stronger_than/pure"], without)
            assert assumed.answer(RelationKind.STRONGER_THAN, *disputed) is Answer.YES
            assert infer(base, leave_out=without).answer(RelationKind.STRONGER_THAN, *disputed) is not Answer.YES
    assert "inference" in base.recalled


def test_a_form_is_read_back_part_by_part() -> None:
    compared = ComparedPairs("universe", "unit", "scope", (("a", "x"), ("b", "= 2")), "view", "aggregation")
    form = Form(
        "notion", compared, PairMeasure("standard", (("f", "divergence generator"),)), ("epsilon", "delta"), (("c", "k"),)
    )
    assert _form(json.loads(json.dumps(_form_row(form)))) == form


DAMAGES = {
    "empty": lambda data: b"",
    "cut off": lambda data: data[: len(data) // 2],
    "another byte": lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
    "no such thing": lambda data: b"\x80\x04\x95" + data,
    "another name": lambda data: data.replace(data[6:46], b"0" * 40, 1),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_base_is_rebuilt_in_silence(
    sound: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], damage: str
) -> None:
    monkeypatch.setattr("dpzoo.zoo.zoo.default_folder", lambda: sound)
    dpzoo.load()
    (path,) = cache.iterdir()
    whole = path.read_bytes()
    path.write_bytes(DAMAGES[damage](whole))
    assert stored.read(sound, stored.content(sound)) is None
    assert len(dpzoo.load()) == len(dpzoo.load(SOUND))
    assert path.read_bytes() == whole
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "named",
    [pickle.dumps(print), b"cdpzoo.records.fields\nparse\n.", b"\x80\x04\x8c\x14dpzoo.records.fields\x8c\x0are.Pattern\x93."],
    ids=["a function of Python", "a function", "a class from elsewhere"],
)
def test_a_stored_record_names_nothing_but_classes_of_records(named: bytes) -> None:
    assert pickle.loads(named) is not None
    with pytest.raises(pickle.UnpicklingError, match="no part of a record"):
        stored._Unpickler(io.BytesIO(named)).load()


def test_equal_bases_are_equal_bytes(sound: Path) -> None:
    """In whatever order a process keeps its sets, and whatever was asked of a record before."""
    ask = "[(r.grade, r.evidence) for e in base.notions.values() for r in e.record.relations]"
    program = (
        "import sys, hashlib, pathlib; from dpzoo.loading import folder, stored; "
        "base = folder.load_folder(pathlib.Path(sys.argv[1])).base; {}"
        "print(hashlib.sha256(stored.dumped(base, 'x', {{}})).hexdigest())"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", program.format(before), sound],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed, before in (("1", ""), ("2", f"{ask}; "))
    ]
    assert said[0] == said[1]


def test_where_nothing_can_be_stored_the_files_are_read(sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty name, a file in the way, and a folder that nobody may write to (root may, and then it is written)."""
    monkeypatch.setattr("dpzoo.zoo.zoo.default_folder", lambda: sound)
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "closed").mkdir(mode=0o500)
    for place in ("", str(tmp_path / "file"), str(tmp_path / "file" / "below"), str(tmp_path / "closed"), "/proc/none"):
        monkeypatch.setenv("DPZOO_CACHE", place)
        assert len(dpzoo.load()) == len(dpzoo.load(SOUND))
    assert (tmp_path / "file").read_text(encoding="utf-8") == ""


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DPZOO_CACHE", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert stored.folder() == tmp_path / "dpzoo"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert stored.folder() == tmp_path / ".cache" / "dpzoo"


def _store(root: Path) -> None:
    loaded = load_folder(root)
    for _ in range(5):
        stored.write(loaded.base, stored.content(root), {})


def test_several_processes_at_once(sound: Path, cache: Path) -> None:
    """Whoever looks while others write finds the whole base or none."""
    name, parsed = kept(sound), load_folder(sound).base
    writers = [get_context("fork").Process(target=_store, args=(sound,)) for _ in range(3)]
    for writer in writers:
        writer.start()
    while any(w.is_alive() for w in writers):
        found = stored.read(sound, name)
        assert found is not None
        same(found, parsed)
    assert [w.exitcode for w in writers] == [0, 0, 0]
    assert [p.name for p in cache.iterdir()] == [f"{name}.base"]


def test_few_bases_are_kept(sound: Path, cache: Path) -> None:
    path = next(sound.rglob("*.yaml"))
    for number in range(6):
        path.write_text(f"{path.read_text(encoding='utf-8')}\n# {number}\n", encoding="utf-8")
        name = kept(sound)
    assert len(list(cache.iterdir())) == 4
    assert stored.read(sound, name) is not None
