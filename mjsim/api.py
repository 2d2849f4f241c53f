"""The verbs of the command line as Python functions: `import mjsim as mj; mj.run("mcr", hands=100_000, seed=1)`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from mjsim.errors import MjsimError
from mjsim.store.place import place

if TYPE_CHECKING:
    import polars as pl

    from mjsim.experiment.result import Result
    from mjsim.stats.balance import Balance
    from mjsim.stats.fairness import Fairness
    from mjsim.stats.odds import Odds
    from mjsim.stats.paired import Comparison
    from mjsim.stats.skill import Skill
    from mjsim.stats.summary import Summary
    from mjsim.stats.until import Look
    from mjsim.store.dataset import Dataset
    from mjsim.variant.model import Variant


def variant(source: str | Path | Variant, rules: Mapping[str, Any] | None = None) -> Variant:
    """A variant of the catalogue, or of a TOML file, with changed rules.

    Parameters
    ----------
    source : slug, path of a TOML file, or a Variant.
    rules : dotted paths and values, as `--set` takes them; `option.NAME` chooses an option.

    Raises
    ------
    VariantError
        with path, value and what is allowed.

    Examples
    --------
    >>> variant("simplest", {"win.several": "all"}).win.several
    'all'
    """
    from mjsim.variant.load import load
    from mjsim.variant.model import Variant

    if isinstance(source, Variant):
        return source.with_rules(rules) if rules else source
    return load(source, rules or {})


def run(
    source: str | Path | Variant,
    *,
    hands: int | None = None,
    matches: int | None = None,
    seed: int = 1,
    policies: str | Iterable[str] = "speed",
    out: str | Path | None = None,
    rules: Mapping[str, Any] | None = None,
    wall: str = "shared",
    workers: int | None = None,
    log: bool = False,
    progress: bool = True,
    scheduler: str | None = None,
) -> Dataset:
    """Play hands (or linked matches) and return the data set; hands that its folder holds already are not played again.

    Parameters
    ----------
    out : folder, or an address of a store such as s3://bucket/run; data/runs/SLUG-SEED if None.
    policies : "speed", or one name a seat.
    scheduler : address of a Dask scheduler, tcp://HOST:PORT, whose workers play.

    Raises
    ------
    MjsimError
        for wrong input, or when the run could not be finished.

    Examples
    --------
    >>> import tempfile
    >>> data = run("simplest", hands=200, seed=1, out=tempfile.mkdtemp(), workers=1, progress=False)
    >>> data.manifest.rows("hands")
    200
    """
    from mjsim.run.runner import make_plan, play
    from mjsim.store.dataset import Dataset

    unit, count = ("hand", hands) if matches is None else ("match", matches)
    if count is None or (hands is not None and matches is not None):
        raise MjsimError("how much is to be played?", "run", "either hands or matches")
    plan = make_plan(variant(source, rules), seed=seed, policies=policies, unit=unit, wall=wall)
    folder = place(out if out is not None else Path("data/runs") / f"{plan.slug}-{seed}")
    play(plan, count, folder, workers=workers, log=log, progress=progress, scheduler=scheduler)
    return Dataset(folder)


def summary(folder: str | Path | Dataset, level: float = 0.95) -> Summary:
    """Rates with intervals of a data set; `.as_dict()` is the document of `mjsim summary --json`."""
    from mjsim.stats.summary import summary as summarise

    return summarise(folder, level)


@overload
def score(source: str | Path | Variant, hands: Mapping[str, Any], rules: Mapping[str, Any] | None = None) -> dict[str, Any]: ...
@overload
def score(source: str | Path | Variant, hands: Any, rules: Mapping[str, Any] | None = None) -> pl.DataFrame: ...
def score(source: str | Path | Variant, hands: Any, rules: Mapping[str, Any] | None = None) -> Any:
    """Score one hand (a case: id, win, why, value, items, deltas), or many at once (a frame: win, value, shape, why, items).

    Parameters
    ----------
    hands : a case, as in `mjsim score --jsonl`; or a polars or pandas frame, a mapping of columns, or a list of cases: see `mjsim.scoring`.

    Raises
    ------
    NotationError, MjsimError
        for what cannot be read, with its row.

    Examples
    --------
    >>> case = {"id": "a", "hand": "123m456p789sEE67m", "win": "8m", "by": "discard", "from": 0, "seat": 1}
    >>> found = score("simplest", case)
    >>> found["items"], found["deltas"]
    (['win'], [-1, 1, 0, 0])
    >>> hands = {"hand": ["123456789m55p12s", "456789m22p345s11s"], "win": ["3s", "1s"], "by": ["discard", "self"]}
    >>> score("mcr", hands)["value"].to_list()
    [22, None]
    """
    if isinstance(hands, Mapping) and isinstance(hands.get("hand"), str):
        from mjsim.referee import score_case

        return score_case(variant(source, rules), dict(hands))
    from mjsim.scoring import score_frame

    return score_frame(variant(source, rules), hands)


def fairness(
    folder: str | Path | Dataset, margin: float | None = None, win_margin: float | None = None, match_hands: int = 16, level: float = 0.95
) -> Fairness:
    """Seats of a data set: rates, points, verdicts, compensation, luck and skill; `.as_dict()` is `mjsim fairness --json`."""
    from mjsim.stats.fairness import fairness as judge

    return judge(folder, margin, win_margin, match_hands, level)


def balance(folder: str | Path | Dataset, level: float = 0.95) -> Balance:
    """Points of rows against their rarity; `.as_dict()` is `mjsim balance --json`."""
    from mjsim.stats.balance import balance as weigh

    return weigh(folder, level)


def skill(folders: str | Path | Iterable[str | Path], match_hands: int = 16, level: float = 0.95) -> Skill:
    """Elo of the policies that met in data sets of one variant, and the share of coin flips that their spread amounts to."""
    from mjsim.stats.skill import skill as rate
    from mjsim.store.dataset import Dataset

    several = [folders] if isinstance(folders, str | Path) else list(folders)
    return rate([Dataset(Path(folder)) for folder in several], match_hands, level)


def compare(
    source: str | Path | Variant,
    changes: Mapping[str, Any] | Iterable[Mapping[str, Any]] | str | Path | Variant,
    *,
    hands: int | None = None,
    matches: int | None = None,
    seed: int = 1,
    policies: str = "speed",
    wall: str = "shared",
    out: str | Path | None = None,
    workers: int | None = None,
    level: float = 0.95,
    progress: bool = True,
) -> list[Comparison]:
    """Base against changed rules (one mapping, or several), or against another variant, on the same walls where their tiles agree."""
    from mjsim.stats.compare import compare_variants
    from mjsim.variant.model import Variant

    base = variant(source)
    if isinstance(changes, str | Path | Variant):
        others: list[tuple[Variant, Mapping[str, Any]]] = [(variant(changes), {})]
    else:
        cells = [changes] if isinstance(changes, Mapping) else list(changes)
        others = [(variant(source, cell), cell) for cell in cells]
    folder = Path(out) if out is not None else Path("data/compare") / f"{base.slug}-{seed}"
    sizes: dict[str, Any] = {"hands": hands, "matches": matches, "seed": seed, "policies": policies, "wall": wall}
    return compare_variants(base, others, **sizes, out=folder, level=level, workers=workers, progress=progress)


def until(
    source: str | Path | Variant,
    goal: str,
    *,
    most: int | None = None,
    out: str | Path,
    seed: int = 1,
    policies: str = "speed",
    **options: Any,
) -> list[Look]:
    """Play until a share is known well enough, `until("mcr", "pure_straight rel 5%", out=...)`; the last look has the answer."""
    from mjsim.run.runner import make_plan
    from mjsim.stats.until import goal_from, play_until

    plan = make_plan(variant(source), seed=seed, policies=policies)
    return play_until(plan, goal_from(goal, list(plan.variant["rows"])), Path(out), most=most, **options)


def experiment(
    file: str | Path,
    *,
    hands: int | None = None,
    matches: int | None = None,
    data: str | Path | None = None,
    out: str | Path | None = None,
    workers: int | None = None,
    progress: bool = True,
) -> Result:
    """Run an experiment file and write its result, into `out` or beside the file; `.estimates()` and `.changes()` are frames of it.

    Parameters
    ----------
    hands, matches : how much of each cell, in place of what the file says.
    data : folder of the data sets; those that are there are used again.

    Raises
    ------
    MjsimError
        for a file that is wrong, before anything is played.
    """
    from mjsim.experiment.run import run as run_experiment
    from mjsim.experiment.write import write

    file = Path(file)
    folder = Path(data) if data is not None else None
    result = run_experiment(file, hands=hands, matches=matches, data=folder, workers=workers, progress=progress)
    write(result, Path(out) if out is not None else file.with_suffix(""))
    return result


def rows_by(folder: str | Path | Dataset, by: str, level: float = 0.95) -> pl.DataFrame:
    """Share of wins with each row by "turn" (own draws), "seat", "by" (way of winning) or "policy"; see `mjsim.stats.rows.rows_by`."""
    from mjsim.stats.rows import rows_by as find
    from mjsim.store.dataset import Dataset

    return find(folder if isinstance(folder, Dataset) else Dataset(Path(folder)), by, level)


def together(folder: str | Path | Dataset, level: float = 0.95) -> pl.DataFrame:
    """Pairs of rows in one win: how many times as often as if independent; see `mjsim.stats.rows.together`."""
    from mjsim.stats.rows import together as find
    from mjsim.store.dataset import Dataset

    return find(folder if isinstance(folder, Dataset) else Dataset(Path(folder)), level)


def odds(
    source: str | Path | Variant,
    rows: str | Iterable[str],
    *,
    questions: Iterable[str] | None = None,
    policies: str = "speed",
    draws: int = 18,
    rel: float = 0.1,
    hands: int = 5_000_000,
    seed: int = 1,
    level: float = 0.95,
    workers: int | None = None,
    progress: bool = True,
) -> list[Odds]:
    """How rare rows are: when dealt, for who aims for them alone or at the table, and where nobody does; see `mjsim.stats.odds`.

    Parameters
    ----------
    rows : slugs, or patterns as `when` of a row takes them, `"suits == 1 and all_pungs"`.
    questions : some of "dealt", "alone", "aimed", "table"; all if None.
    rel : half of the interval that is wanted, relative to the chance; hands : at most so many are played for each answer.

    Examples
    --------
    >>> [found] = odds("mcr", "big-four-winds", questions=["dealt"])
    >>> found["dealt"].estimate.method
    'exact count (pattern.big_four_winds)'
    """
    import os

    from mjsim.stats.odds import QUESTIONS, Effort
    from mjsim.stats.odds import odds as find

    game = variant(source)
    effort = Effort(rel, hands, seed, level, workers or os.cpu_count() or 1, progress)
    slugs = [rows] if isinstance(rows, str) else list(rows)
    return [find(game, row, tuple(questions or QUESTIONS), policies, draws, effort) for row in slugs]


def report(folder: str | Path, out: str | Path, margin: float | None = None, match_hands: int = 16, level: float = 0.95) -> Path:
    """Everything about a data set as one HTML file without network, example hands move by move; returns its path."""
    from mjsim.report.page import write_report

    return write_report(Path(folder), Path(out), margin, match_hands, level)
