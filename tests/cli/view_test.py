#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""lull view on the command line: the page's data compared with lull show, and access control.

usage: view_test.py LULL SOURCE-DIRECTORY
"""
import base64
import gzip
import http.client
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

from example_report import LULL, SOURCE, ExampleReport, run

HOLE = re.compile(r'<script id="lull-report" type="text/plain">([A-Za-z0-9+/=]*)</script>')


def places_of(distances, count):
    """Decodes the locations of a sparse row: distances in bytes of 7 bits."""
    places, place = [], -1
    for _ in range(count):
        shift, byte = 0, 128
        while byte > 127:
            byte = next(distances)
            place += (byte & 127) << shift
            shift += 7
        places.append(place)
    return places


def page_of(text):
    """Returns head and values by (metric, call path, location) of a page, according to docs/page-data.md."""
    data = gzip.decompress(base64.b64decode(HOLE.search(text).group(1)))
    assert data[:8] == b"LULLVIEW"
    version, size = struct.unpack_from("<II", data, 8)
    assert version == 1
    head = json.loads(data[16:16 + size])
    at = 16 + size
    def part(code, count):
        nonlocal at
        at = (at + 7) // 8 * 8
        values = struct.unpack_from(f"<{count}{code}", data, at)
        at += struct.calcsize(f"<{count}{code}")
        return values
    rows = head["rows"]
    metrics, paths, counts, codes = part("I", rows), part("I", rows), part("I", rows), part("B", rows)
    part("d", rows)
    lows = part("d", rows)
    part("d", rows)
    distances = iter(part("B", head["places"]))
    found = {}
    for metric, path, count, code, low in zip(metrics, paths, counts, codes, lows):
        places = places_of(distances, count) if code & 1 else range(count)
        assert code & 6 in (0, 6), "a small report is not rounded"
        for place, value in zip(places, part("d", count) if code & 6 == 0 else [low] * count):
            if value != 0:
                found[metric, path, place] = value
    return head, found


class View(ExampleReport):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if "without its page" in run("view", cls.report, "-e", "-").stderr:
            print("SKIPPED: Lull was built without its page")
            sys.exit(77)

    def test_archives_are_analysed_first(self):
        archive = SOURCE / "examples" / "waits8"
        page, other = self.path / "archive.html", self.path / "report.html"
        analysed = self.path / "archive.cubex"
        for words in (("analyze", archive, "-o", analysed), ("view", analysed, "-e", other),
                      ("view", archive, "-e", page)):
            done = run(*words)
            self.assertEqual(done.returncode, 0, done.stderr)
        head, found = page_of(page.read_text())
        expected_head, expected = page_of(other.read_text())
        self.assertEqual(found, expected)
        self.assertEqual(head["title"], "waits8")
        self.assertEqual(head["map"], expected_head["map"])
        self.assertEqual(done.stdout, f"Page: {page}\n")
        anchor = next(archive.glob("*.otf2"))
        self.assertEqual(run("view", anchor, "-e", page, "--reference", archive).returncode, 0)
        self.assertEqual(run("view", self.path / "no-archive", "-e", page).returncode, 3)

    def test_the_page_agrees_with_show(self):
        page = self.path / "run.html"
        done = run("view", self.report, "--export", page, "--reference", self.report)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        head, values = page_of(page.read_text(encoding="utf-8"))
        shown = json.loads(run("show", self.report, "--json").stdout)
        wanted = {(row["metric"], row["call_path"], place): value
                  for row in shown["values"] for place, value in zip(row["locations"], row["values"])}
        self.assertGreater(len(wanted), 1000)
        metrics = len(head["metrics"])
        second = {(metric - metrics, path, location): value for (metric, path, location), value in values.items()
                  if metric >= metrics}
        first = {place: value for place, value in values.items() if place[0] < metrics}
        self.assertEqual(first, wanted)
        self.assertEqual(second, wanted)
        self.assertEqual([metric["name"] for metric in head["metrics"]],
                         [metric["name"] for metric in shown["metrics"]])
        self.assertEqual(head["reference"]["totals"],
                         [metric["total"] for metric in shown["metrics"]])
        late = next(metric for metric in head["metrics"] if metric["name"] == "mpi_latesender")
        self.assertIn("enter of the send", late["formula"])
        self.assertGreater(len(head["statistics"]), 5)
        self.assertTrue(any(len(instance["lanes"]) > 1 for instance in head["instances"]))

    def test_the_page_makes_no_requests(self):
        text = HOLE.sub("", run("view", self.report, "-e", "-").stdout)
        for reference in re.findall(r'(?:src|href)\s*=\s*["\']?([^"\'\s>]+)', text):
            self.assertFalse(reference.startswith(("http:", "https:", "//")), reference)
        self.assertNotIn("@import", text)

    def test_other_files_leave_no_page(self):
        broken, page = self.path / "broken.cubex", self.path / "broken.html"
        broken.write_bytes(self.report.read_bytes()[:3000])
        done = run("view", broken, "--export", page)
        self.assertEqual(done.returncode, 3)
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertFalse(page.exists())
        self.assertEqual(run("view", self.report, "-e", self.path / "no" / "page.html").returncode, 4)
        self.assertEqual(run("view", self.report, "-e", page, "--no-browser").returncode, 2)

    def start(self, *options, **environment):
        server = subprocess.Popen([LULL, "view", str(self.report), *options], text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, env={**os.environ, **environment})
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.stderr.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        return server

    def serve(self):
        server = self.start("--no-browser")
        address = server.stdout.readline().strip()
        if not address.startswith("http:"):
            self.skipTest("Lull was built without cpp-httplib")
        return server, address

    def free_port(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return probe.getsockname()[1]

    def test_prints_the_ssh_command(self):
        self.serve()  # or skip
        port = self.free_port()
        server = self.start("--no-browser", "--port", str(port))
        command, address = server.stdout.readline(), server.stdout.readline()
        host = socket.gethostname() if re.fullmatch("[A-Za-z0-9][A-Za-z0-9.-]*", socket.gethostname()) else "HOST"
        self.assertEqual(command, f"ssh -L {port}:127.0.0.1:{port} {host}\n")
        self.assertRegex(address, rf"^http://127\.0\.0\.1:{port}/[0-9a-f]{{32}}/\n$")
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", "/" + address.split("/")[3] + "/")
        self.assertEqual(connection.getresponse().status, 200)
        connection.close()
        second = self.start("--no-browser", "--port", str(port))
        self.assertEqual((second.wait(timeout=100), second.stdout.read()), (4, ""))
        self.assertEqual(second.stderr.read(),
                         f"lull: the page cannot be served: port {port} on 127.0.0.1 is not available\n")
        server.send_signal(signal.SIGINT)
        self.assertEqual(server.wait(timeout=60), 0)

    def test_invalid_ports(self):
        for port in ("0", "65536", "-1", "x", "80.5", ""):
            with self.subTest(port):
                self.assertEqual(run("view", self.report, f"--port={port}").returncode, 2)
        self.assertEqual(run("view", self.report, "--port", "8000", "-e", "-").returncode, 2)

    def without_server(self):
        """Returns an environment in which bind() fails."""
        if shutil.which("gcc") is None:
            self.skipTest("gcc is not installed")
        library = self.path / "noport.so"
        source = "#include <errno.h>\nint bind(void) { errno = EADDRNOTAVAIL; return -1; }\n"
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, "-x", "c", "-"], input=source, text=True, check=True)
        return {"LD_PRELOAD": str(library)}

    def test_a_page_that_cannot_be_served_is_a_file_until_the_end(self):
        for stop in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(stop):
                shown = self.path / f"shown{stop}"
                opener = self.path / "xdg-open"
                opener.write_text(f"#!/bin/sh\necho \"$1\" > '{shown}.new'\nmv '{shown}.new' '{shown}'\n")
                opener.chmod(0o755)
                program = self.start(**self.without_server(), DISPLAY=":0", TMPDIR=str(self.path),
                                     PATH=f"{self.path}:{os.environ['PATH']}")
                page = Path(program.stdout.readline().strip())
                self.assertIn("cannot be served", program.stderr.readline())
                self.assertEqual(page.parent.parent, self.path)
                self.assertEqual(page.read_text(encoding="utf-8"), run("view", self.report, "-e", "-").stdout)
                self.assertEqual(page.parent.stat().st_mode & 0o777, 0o700)
                while not shown.exists():
                    time.sleep(0.01)
                self.assertEqual(shown.read_text().strip(), str(page))
                program.send_signal(stop)
                self.assertEqual(program.wait(timeout=60), 0)
                self.assertFalse(page.parent.exists())

    def test_a_requested_port_is_served_or_an_error(self):
        program = self.start("--port", str(self.free_port()), **self.without_server())
        self.assertEqual((program.wait(timeout=100), program.stdout.read()), (4, ""))
        self.assertIn("the page cannot be served", program.stderr.read())

    def test_serves_only_the_secret_address(self):
        server, address = self.serve()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)(/[0-9a-f]{32}/)", address)
        self.assertTrue(found, address)
        port, path = int(found.group(1)), found.group(2)
        def get(where, **headers):
            connection = http.client.HTTPConnection("127.0.0.1", port)
            connection.request("GET", where, headers=headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            connection.close()
            return answer.status, text
        status, text = get(path)
        self.assertEqual(status, 200)
        self.assertEqual(text, run("view", self.report, "-e", "-").stdout)
        self.assertEqual(get(path, Host="localhost:8000")[0], 200)  # through a tunnel
        for where in ("/", "/index.html", path[:-2] + "/", path + "../", path + "x", "/" + "0" * 32 + "/"):
            self.assertEqual(get(where)[0], 404, where)
            self.assertNotIn("lull-report", get(where)[1])
        self.assertEqual(get(path, Host="example.org")[0], 404)
        listening = subprocess.run(["sh", "-c", f"cat /proc/{server.pid}/net/tcp /proc/{server.pid}/net/tcp6"],
                                   capture_output=True, text=True, check=False).stdout
        for line in listening.splitlines():
            local = line.split()[1]
            if local.endswith(f":{port:04X}") and line.split()[3] == "0A":
                self.assertEqual(local, f"0100007F:{port:04X}")  # 127.0.0.1, and nothing else
        server.send_signal(signal.SIGINT)
        self.assertEqual(server.wait(timeout=60), 0)

    def test_refuses_before_it_reads(self):
        server, address = self.serve()
        port, path = int(address.split(":")[2].split("/")[0]), "/" + address.split("/")[3] + "/"

        def ask(head, body=b""):
            """Returns the first line of the answer."""
            with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
                connection.sendall(head.encode())
                try:
                    for _ in range(2000):
                        connection.sendall(body)
                except OSError:
                    pass  # the server closed the connection
                try:
                    return connection.makefile("rb").readline().decode()
                except OSError:
                    return ""

        host = "Host: localhost\r\n"
        self.assertIn(" 405 ", ask(f"POST {path} HTTP/1.1\r\n{host}Content-Length: 2000000000\r\n\r\n"))
        self.assertIn(" 404 ", ask(f"POST / HTTP/1.1\r\n{host}Content-Length: 2000000000\r\n\r\n"))
        self.assertIn(" 413 ", ask(f"GET {path} HTTP/1.1\r\n{host}Content-Length: 2000000000\r\n\r\n"))
        ask(f"POST {path} HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n",
            b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
        status = Path(f"/proc/{server.pid}/status").read_text()
        self.assertLess(int(re.search(r"VmHWM:\s+(\d+)", status).group(1)), 100_000)  # kB, of 130 MB
        # Slow connections block neither the page nor the exit.
        slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(60)]
        for connection in slow:
            connection.sendall(b"GET / HT")
        self.assertIn(" 200 ", ask(f"GET {path} HTTP/1.1\r\n{host}\r\n"))
        server.send_signal(signal.SIGINT)
        self.assertEqual(server.wait(timeout=60), 0)
        for connection in slow:
            connection.close()

    def test_slow_senders_do_not_block_others(self):
        server, address = self.serve()
        port, path = int(address.split(":")[2].split("/")[0]), "/" + address.split("/")[3] + "/"
        slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(80)]
        ended = threading.Event()

        def drip():
            while not ended.wait(0.2):
                for connection in slow:
                    try:
                        connection.sendall(b"x")
                    except OSError:
                        pass  # the server closed the connection

        dripping = threading.Thread(target=drip)
        dripping.start()
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
                connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                self.assertIn(" 200 ", connection.makefile("rb").readline().decode())
            server.send_signal(signal.SIGINT)
            self.assertEqual(server.wait(timeout=60), 0)
        finally:
            ended.set()
            dripping.join()
            for connection in slow:
                connection.close()

    def test_every_start_has_another_address(self):
        self.assertNotEqual(self.serve()[1].split("/")[3], self.serve()[1].split("/")[3])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
