"""Servers that are started hundreds of times, and whose log may be long."""

import os
import re
import signal
import subprocess
import time
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from tempfile import TemporaryFile

from tests.web.house import ROOT, WAIT, Server

EXCEPTION = re.compile(r"[A-Za-z_.]*(Error|Exception|Disconnect|Disconnected|Failed)(:|$)")


class LoggedServer(Server):
    """Writes its log to a file, which no number of lines fills, and is asked cheaply whether it is open."""

    def start(self, **environment: str) -> Server:
        self.errors = TemporaryFile()  # noqa: SIM115 - `end` closes it
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=self.errors, env={**os.environ, **environment}, cwd=ROOT
        )
        self.wait_until_open()
        return self

    def wait_until_open(self) -> None:
        assert self.process is not None
        until = time.monotonic() + WAIT
        while self.process.poll() is None and time.monotonic() < until:
            with suppress(OSError, HTTPException), closing(HTTPConnection("127.0.0.1", self.port, timeout=2)) as asking:
                asking.request("GET", "/api/health")
                if asking.getresponse().status == 200:
                    return
            time.sleep(0.05)
        if self.process.poll() != -signal.SIGKILL:  # else it died as it should, only early
            raise AssertionError(f"the server does not answer: {self.end()}")

    def end(self) -> str:
        assert self.process is not None
        self.process.wait(timeout=WAIT)
        if self.errors.closed:
            return ""
        self.errors.seek(0)
        with self.errors:
            said = self.errors.read()
        self.log += said
        return said.decode()

    def complaints(self, *expected: str) -> list[str]:
        """The exceptions in its log, each by its last line, but for those that had to come."""
        lines = self.log.decode().splitlines()
        return [line for line in lines if EXCEPTION.match(line) and not line.startswith(expected)]
