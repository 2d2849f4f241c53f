"""Files of policies as the command line takes them: faults in sentences, identity, and that nobody else's file is ever run."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjsim.cli import main
from mjsim.compile.cases import program_of
from mjsim.errors import MjsimError
from mjsim.kernels.engine import play_hands
from mjsim.policies import files
from mjsim.run import ledger
from mjsim.run.plan import policies_for
from mjsim.run.runner import make_plan
from mjsim.variant import load

PLAIN = "from mjsim.policies.own import SPEED\n\n\ndef choose(view, options, courage=1.0):\n    return SPEED\n"
RUN = ("run", "simplest", "--quiet", "--workers", "1")


def written(folder: Path, text: str, name: str = "mine.py") -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("def choose(view, options:\n    return 0\n", "mine.py: is no Python: "),
        ("x = 1 / 0\n", "mine.py: cannot be run: ZeroDivisionError: division by zero (line 1)"),
        ("def chose(view, options):\n    return 0\n", "mine.py: has no function choose; allowed: def choose(view, options): ..."),
        ("def choose(view):\n    return 0\n", "mine.py: choose takes (view); allowed: (view, options), then parameters"),
        ("def choose(view, options, name='x'):\n    return 0\n", "choose takes (view, options, name='x'); allowed"),
        ("def choose(view, options, *rest):\n    return 0\n", "choose takes (view, options, *rest); allowed"),
        (
            "import os\n\n\ndef choose(view, options):\n    return 0\n",
            "mine.py: imports 'os' (line 1); allowed: one file, with ",
        ),
        ("from .other import f\n", "mine.py: imports '.other' (line 1)"),
        ("import numpy as np\nx = np.random.rand()\n", "mine.py: uses random numbers (line 2): the same hand would not"),
        ("from numpy import random\n", "mine.py: uses random numbers (line 1)"),
        ("def choose(view, options):\n    return 1.5\n", "mine.py: choose returns float64; allowed: a whole number"),
        (
            "def choose(view, options):\n    return view.hidden\n",
            "mine.py: cannot be compiled: neither a view nor an option has a field 'hidden'; allowed: ",
        ),
        (
            "def choose(view, options):\n    x = 1\n    return view.hand + 'a'\n",
            "mine.py: cannot be compiled: No implementation of function Function(<built-in function add>) found for signature "
            "add(nestedarray(int64, (42,)), Literal[str](a)) (line 3); allowed: ",
        ),
        ("def choose(view, options):\n    return nobody(view)\n", "mine.py: cannot be compiled: NameError: name 'nobody' is not defined"),
    ],
)
def test_what_is_wrong_with_a_file_is_a_sentence_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    out = tmp_path / "out"
    assert main([*RUN, "--hands", "10", "--policy", written(tmp_path, text), "--out", str(out)]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
    assert not out.exists()


@pytest.mark.parametrize(
    ("policy", "says"),
    [
        ("{}/other.py", "--policy: there is no file '"),
        ("{}/mine.py:speed=1", "policy 'mine.py' has no parameter 'speed=1'; allowed: courage"),
        ("{}/mine.py:courage=much", "courage of policy 'mine.py' is 'much'; allowed: a number"),
        ("{}/mine.py:courage=nan", "courage of policy 'mine.py' is nan; allowed: a number of ordinary size"),
        ("{}/mine.py:source=0123456789abcdef", "mine.py: has changed: its digest is "),
        ("{}/mine.py,speed", "2 policies for 4 players; allowed: one, or 4 separated by commas"),
        ("{}/a folder.py", "cannot name a policy; allowed: a file NAME.py"),
        ("{}/folder.py", "is no ordinary file; allowed: a .py file"),
        ("mien", "unknown policy 'mien'; allowed: random, speed, value, careful, or the path of a .py file"),
    ],
)
def test_what_is_wrong_with_a_name(tmp_path: Path, policy: str, says: str) -> None:
    written(tmp_path, PLAIN)
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(MjsimError) as error:
        policies_for(policy.format(tmp_path), 4)
    assert says in str(error.value)


def test_name_parameters_and_digest_are_the_identity(tmp_path: Path) -> None:
    plain, other = written(tmp_path, PLAIN), written(tmp_path, PLAIN + "\n", "other.py")
    digest = files.read(Path(plain)).digest
    assert policies_for(f" {plain} : courage = 1.0 ", 3) == (f"mine.py:source={digest}",) * 3
    assert policies_for(f"{plain}:courage=.250,speed,{plain}", 3) == (
        f"mine.py:courage=0.25:source={digest}",
        "speed",
        f"mine.py:source={digest}",
    )
    identities = {make_plan(load("simplest"), policies=name).identity for name in (plain, f"{plain}:courage=2", other, "speed")}
    assert len(identities) == 4
    assert make_plan(load("simplest"), policies=plain).identity == make_plan(load("simplest"), policies=f"{plain}:courage=1").identity


def test_a_changed_file_does_not_go_on_with_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, mine = str(tmp_path / "out"), written(tmp_path, PLAIN)
    assert main([*RUN, "--hands", "20", "--policy", mine, "--out", out]) == 0
    assert main([*RUN, "--hands", "30", "--policy", mine, "--out", out]) == 0
    before = files.read(Path(mine)).digest
    written(tmp_path, PLAIN.replace("courage=1.0", "courage=3.0"))
    after = files.read(Path(mine)).digest
    capsys.readouterr()
    assert main([*RUN, "--hands", "40", "--policy", mine, "--out", out]) == 2
    said = capsys.readouterr().err
    assert f"holds another run (policy mine.py:source={before}, not mine.py:source={after})" in said
    assert ledger.load(tmp_path / "out").units == 30


def test_errors_while_playing_are_faults_of_hands_with_the_line(tmp_path: Path) -> None:
    text = "from numba import njit\n\n\n@njit\ndef deep(view):\n    return view.hand[view.thrown + 39]\n\n\n"
    raises = written(
        tmp_path, f"{text}def choose(view, options):\n    if view.thrown > 9 and deep(view) > 7:\n        return 3\n    return -1\n"
    )
    wrong = written(tmp_path, "def choose(view, options):\n    return len(options) if view.thrown > 4 else -1\n", "wrong.py")
    never = written(tmp_path, "def choose(view, options):\n    return -2 if view.thrown > 4 else -1\n", "never.py")
    text = "from mjsim.policies.own import deficiency\n\n\ndef choose(view, options):\n    if view.thrown > 9 and "
    text += "deficiency(view, view.hand, view.sets) < 2:\n        raise ValueError('near')\n    return -1\n"
    near = written(tmp_path, text, "near.py")
    program = program_of(load("simplest"))
    for policy, says in (
        (raises, "a policy of one's own raised an error (player 2): mine.py: IndexError: index is out of bounds (line 10)"),
        (wrong, "a policy of one's own chose what was not offered (player 2): wrong.py: "),
        (near, "a policy of one's own raised an error (player 2): near.py: ValueError: near (line 6)"),
        (never, "a policy of one's own chose what was not offered (player 2): never.py: -2 of "),
    ):
        columns = play_hands(program, 5, 0, 40, policies_for(f"speed,speed,{policy},speed", 4), log=True)
        assert 10 < len(columns.faults) <= 40
        assert columns.faults[0][1].startswith(says)
        assert len(columns.hands["hand"]) == 40 - len(columns.faults)
        assert columns.log is not None
        assert len(columns.log[0]) == len(columns.hands["hand"]) + 1


@pytest.fixture
def stranger(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A data set that a file played which leaves a mark when it is run; the file, which this process has forgotten, and its mark."""
    mark = tmp_path / "mark"
    text = f"with open({str(mark)!r}, 'w') as file:\n    file.write('run')\n\n\n{PLAIN}"
    mine, out = Path(written(tmp_path, text)), tmp_path / "out"
    assert main([*RUN, "--hands", "40", "--policy", f"{mine},speed,speed,speed", "--out", str(out)]) == 0
    mark.unlink()
    files._known.clear()
    return out, mine, mark


def test_a_data_set_from_elsewhere_runs_no_file(
    stranger: tuple[Path, Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, mine, mark = stranger
    monkeypatch.chdir(mine.parent)  # where a file of that name lies ready
    report = str(out.parent / "report.html")
    for command in (["summary"], ["status"], ["fairness"], ["verify"], ["replay", "--hand", "3"], ["report", "--out", report]):
        code = main([command[0], str(out), *command[1:]])
        said = capsys.readouterr().err
        assert code == (2 if command[0] == "replay" else 0), said
        assert not mark.exists(), command
        if command[0] == "replay":
            assert "was played by a file that is not read unasked; allowed: --policy PATH/mine.py" in said
        if command[0] == "verify":
            assert "no hands are replayed without --policy FILE.py" in said


def test_named_by_a_person_it_replays(stranger: tuple[Path, Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    out, mine, mark = stranger
    assert main(["replay", str(out), "--hand", "3", "--policy", str(mine)]) == 0
    assert mark.exists()
    told = capsys.readouterr().out
    assert "seats held by speed, mine.py:source=" in told
    assert main(["verify", str(out), "--sample", "10", "--policy", str(mine)]) == 0
    assert "10 hands replayed: no faults" in capsys.readouterr().out
    other = written(mine.parent, PLAIN, "other.py")
    assert main(["replay", str(out), "--hand", "3", "--policy", other]) == 2
    assert ") did not play here; allowed: mine.py:source=" in capsys.readouterr().err
    assert main(["replay", str(out), "--hand", "3", "--policy", "speed"]) == 2
    assert "'speed' with a data set, which says who played; allowed: files of its policies" in capsys.readouterr().err


def test_an_experiment_file_runs_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mark = tmp_path / "mark"
    written(tmp_path, f"open({str(mark)!r}, 'w').close()\n{PLAIN}")
    spec = tmp_path / "spec.toml"
    table = f'policies = ["{tmp_path}/mine.py"]'
    spec.write_text(f'title = "t"\nquestion = "q"\nvariants = ["simplest"]\nhands = 10\nmeasures = ["win"]\n{table}\n', "utf-8")
    assert main(["experiment", str(spec)]) == 2
    assert "names a file; allowed: built-in policies" in capsys.readouterr().err
    assert not mark.exists()
