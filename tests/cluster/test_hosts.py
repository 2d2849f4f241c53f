"""Hosts of their own: scheduler and workers in network namespaces, joined by a bridge; one of the workers is killed.

This needs root and iproute2. Where namespaces cannot be made, addresses of the loopback device stand for the hosts, as the head of
the tests says.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from mjsim.run.runner import play
from tests.cluster.test_dask import Slow, same, when_there
from tests.conftest import CAN_NAMESPACE
from tests.toy.cluster import Cluster
from tests.toy.engine import FakeEngine
from tests.toy.plan import toy_plan

HANDS = 8_000


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture
def hosts() -> Iterator[Cluster]:
    """A cluster whose three workers are on hosts of their own; the scheduler is here, where the bridge ends."""
    if not CAN_NAMESPACE:
        yield Cluster(["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"])
        return
    names = [f"mjsim{number}" for number in (1, 2, 3)]
    try:
        ip("link", "add", "mjsimbr", "type", "bridge")
        ip("addr", "add", "10.213.7.254/24", "dev", "mjsimbr")
        ip("link", "set", "mjsimbr", "up")
        for number, name in enumerate(names, 1):
            ip("netns", "add", name)
            ip("link", "add", f"mjv{number}", "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("link", "set", f"mjv{number}", "master", "mjsimbr", "up")
            ip("-n", name, "addr", "add", f"10.213.7.{number}/24", "dev", "eth0")
            for device in ("eth0", "lo"):
                ip("-n", name, "link", "set", device, "up")
        addresses = ["10.213.7.254", *(f"10.213.7.{number}" for number in (1, 2, 3))]
        yield Cluster(addresses, [(), *(("ip", "netns", "exec", name) for name in names)])
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "del", name], capture_output=True)
        subprocess.run(["ip", "link", "del", "mjsimbr"], capture_output=True)


@pytest.mark.verify
def test_three_hosts_make_the_data_set_of_one(tmp_path: Path, hosts: Cluster) -> None:
    whole, folder = tmp_path / "whole", tmp_path / "run"
    play(toy_plan(), HANDS, whole, workers=1, engine=FakeEngine(), progress=False)
    with hosts as cluster:
        killer = when_there(folder, 4, cluster.workers[2].kill)
        done = play(toy_plan(), HANDS, folder, shard=200, engine=Slow(), progress=False, scheduler=cluster.address)
        killer.join()
    assert done.played == HANDS
    same(folder, whole)
