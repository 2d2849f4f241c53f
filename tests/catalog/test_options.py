"""Every option of every catalogue file: each value loads, and each but the default changes the rules."""

from __future__ import annotations

import pytest

from mjsim.compile import compile_variant
from mjsim.variant import catalog, digest, load
from tests.referee.engines import played_by


@pytest.mark.parametrize("slug", catalog())
def test_every_value_of_every_option_gives_other_rules(slug: str) -> None:
    plain = load(slug)
    seen = {digest(plain): "no option"}
    for name, option in plain.options.items():
        assert digest(load(slug, options={name: option.default})) == digest(plain), f"{name}: the default changes something"
        for value in option.values:
            if value != option.default:
                changed = digest(load(slug, options={name: value}))
                assert changed not in seen, f"{name} = {value} gives the rules of {seen[changed]}"
                seen[changed] = f"{name} = {value}"


@pytest.mark.verify
@pytest.mark.parametrize("slug", catalog())
def test_both_engines_play_every_value_alike(slug: str) -> None:
    plain = load(slug)
    for name, option in plain.options.items():
        for value in option.values:
            if value != option.default:
                rules = compile_variant(load(slug, options={name: value}))
                for who in ("speed", "random"):
                    faults = [fault for hand in played_by(rules, 21, 0, 60, [who]) if (fault := hand.fault())]
                    assert not faults, f"{name} = {value}: {faults[0]}"
