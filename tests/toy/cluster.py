"""A Dask cluster of this machine for tests: a scheduler and workers as processes of their own, on addresses that stand for hosts."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import ClassVar

ROOT = Path(__file__).parents[2]
QUIET = {
    "DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "error",
    "DASK_DISTRIBUTED__WORKER__DAEMON": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "60s",
}


def free_port(host: str = "127.0.0.1") -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


class Cluster:
    """`prefixes` are commands that put a process on a host (nothing: this one); the scheduler is on the first."""

    def __init__(self, hosts: Sequence[str] = ("127.0.0.1",) * 4, prefixes: Sequence[Sequence[str]] = ((),) * 4) -> None:
        self.hosts, self.prefixes = hosts, prefixes
        self.port = free_port()
        self.address = f"tcp://{hosts[0]}:{self.port}"
        self.scratch = tempfile.TemporaryDirectory(prefix="dask-")
        self.workers: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Cluster:
        self.start_scheduler()
        self.workers = [self.start_worker(place) for place in range(1, len(self.hosts))]
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()
        self.scratch.cleanup()

    def start_scheduler(self) -> None:
        self.scheduler = self._start(0, ["scheduler", "--host", self.hosts[0], "--port", str(self.port), "--no-dashboard"])

    def start_worker(self, place: int) -> subprocess.Popen[bytes]:
        host, name = self.hosts[place], f"worker-{place}"
        options = ["--host", host, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0", "--name", name]
        return self._start(place, ["worker", self.address, *options, "--death-timeout", "60", "--local-directory", self.scratch.name])

    def _start(self, place: int, arguments: list[str]) -> subprocess.Popen[bytes]:
        command = [*self.prefixes[place], sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
        environment = {**os.environ, **QUIET, "PYTHONPATH": str(ROOT)}
        return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Store:
    """An S3 server of the tests' own, with one bucket, made known to this process and its children by environment variables."""

    KEYS: ClassVar[dict[str, str]] = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1"}

    def __enter__(self) -> Store:
        from moto.server import ThreadedMotoServer

        port = free_port()
        self.bucket = "s3://mjsim-tests"
        self.server = ThreadedMotoServer(ip_address="127.0.0.1", port=port, verbose=False)
        self.server.start()
        settings = {**self.KEYS, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}
        self.before = {key: os.environ.get(key) for key in settings}
        os.environ.update(settings)
        import s3fs

        s3fs.S3FileSystem(use_listings_cache=False).mkdir("mjsim-tests")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        for key, value in self.before.items():
            if value is None:
                os.environ.pop(key, None)
            else:
                os.environ[key] = value
        self.server.stop()
