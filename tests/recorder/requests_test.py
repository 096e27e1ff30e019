#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records unusual uses of requests (programs/requests.c), and reads the archive with otf2-print.

usage: requests_test.py LULL SOURCE INCLUDES COMPILER LAUNCHER...
"""
import os
import re
import sys
import tempfile
import unittest

from recording_test import Archive, run

LULL, SOURCE, INCLUDES, COMPILER, *LAUNCHER = sys.argv[1:]
REQUEST = re.compile(r"^(MPI_\w+) +(\d+) .*Request: (\d+)")
ENTER = re.compile(r'^ENTER +(\d+) .*Region: "(\w+)"')
LENGTH = re.compile(r"^MPI_IRECV .*Tag: 61, Length: (\d+), Request: (\d+)")


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        program = os.path.join(cls.directory.name, "requests")
        built = run(COMPILER, "-O1", "-I", INCLUDES, "-o", program, SOURCE)
        assert built.returncode == 0, built.stderr
        archive = os.path.join(cls.directory.name, "archive")
        cls.bare = run(*LAUNCHER, program)
        cls.recorded = run(LULL, "record", "-o", archive, "--", *LAUNCHER, program)
        cls.anchor = os.path.join(archive, "traces.otf2")
        cls.archive = Archive(cls.anchor)
        cls.lines = run("otf2-print", cls.anchor).stdout.splitlines()
        cls.report = os.path.join(cls.directory.name, "report.cubex")

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def test_the_program_behaves_as_without_the_recorder(self):
        self.assertEqual((self.recorded.returncode, self.recorded.stdout), (self.bare.returncode, self.bare.stdout))
        self.assertEqual(self.recorded.stdout, "done\n")

    def test_every_message_is_sent_and_received(self):
        # All bytes sent are received, except for a message that was truncated.
        unequal = {key: count for key, count in self.archive.messages.items() if count and key[1] != "31"}
        self.assertEqual(unequal, {})
        self.assertEqual(sum(self.archive.messages.values()), 0)
        self.assertNotIn("51", {tag for _, tag, _ in self.archive.messages})

    def test_every_request_ends_once(self):
        begun, ended = [], []
        for line in self.lines:
            if request := REQUEST.match(line):
                kind, location, number = request.groups()
                (begun if kind in ("MPI_ISEND", "MPI_IRECV_REQUEST") else ended).append((location, number))
        self.assertEqual(sorted(begun), sorted(ended))
        self.assertEqual(len(set(begun)), len(begun))

    def test_a_partitioned_message_is_sent_with_its_last_part(self):
        calls, inside = [], {}
        for line in self.lines:
            if entered := ENTER.match(line):
                location, region = entered.groups()
                inside[location] = region
                if region.startswith("MPI_Pready"):
                    calls.append(region)
            elif (sent := re.match(r"MPI_ISEND +(\d+) .*Tag: 91,", line)) is not None:
                calls.append("sent in " + inside[sent.group(1)])
        if calls:  # MPI 4 only
            self.assertEqual(calls, 5 * ["MPI_Pready"] + ["sent in MPI_Pready"] +
                             ["MPI_Pready", "MPI_Pready_list", "MPI_Pready_range", "sent in MPI_Pready_range"])

    def test_restarted_buffered_sends(self):
        sent = [line for line in self.lines if line.startswith("MPI_ISEND ") and "Length: 100000," in line]
        self.assertEqual(len(sent), 3)

    def test_a_message_belongs_to_the_receive_that_matched_it(self):
        found = {int(length): int(number) for length, number in
                 (match.groups() for match in map(LENGTH.match, self.lines) if match)}
        self.assertLess(found[4], found[8])

    def test_rejected_operations_are_not_recorded(self):
        self.assertEqual(self.archive.collectives["MPI_COLLECTIVE_END", "BCAST"], 0)
        self.assertEqual(self.archive.calls["MPI_Bcast"], 2)
        self.assertEqual(self.archive.events["MPI_COLLECTIVE_BEGIN"], self.archive.events["MPI_COLLECTIVE_END"])

    def test_non_blocking_operations_end(self):
        events = self.archive.events
        self.assertEqual(events["NON_BLOCKING_COLLECTIVE_REQUEST"], events["NON_BLOCKING_COLLECTIVE_COMPLETE"])
        copies = self.archive.collectives["NON_BLOCKING_COLLECTIVE_COMPLETE", "CREATE_HANDLE"]
        self.assertEqual((self.archive.calls["MPI_Comm_idup"], copies), (2, 2))
        self.assertEqual(self.archive.collectives["NON_BLOCKING_COLLECTIVE_COMPLETE", "BARRIER"], 6)

    def additional(self, kind):
        """Returns the attributes of each event of the kind."""
        found = []
        for line, behind in zip(self.lines, self.lines[1:]):
            if line.startswith(kind + " "):
                found.append(behind.strip() if "ADDITIONAL ATTRIBUTES" in behind else "")
        return found

    def test_non_blocking_operations_have_their_communicators(self):
        named = self.additional("NON_BLOCKING_COLLECTIVE_REQUEST")
        self.assertTrue(named)
        for attributes in named:
            self.assertRegex(attributes, r'"communicator" <\d+>; COMM;')

    def test_locks_have_the_no_check_assertion(self):
        locks = self.additional("RMA_REQUEST_LOCK")
        self.assertEqual(sorted("MPI assert" in attributes for attributes in locks), [False, False, True, True])

    def test_each_process_has_its_own_copy_of_comm_self(self):
        self.assertEqual(len({communicator for communicator, tag, _ in self.archive.messages if tag == "75"}), 2)

    def test_additions_of_mpi_4(self):
        if not self.archive.calls["MPI_Isendrecv"]:
            self.skipTest("the library has MPI 3")
        self.assertEqual(self.archive.collectives["NON_BLOCKING_COLLECTIVE_COMPLETE", "ALLREDUCE"], 6)
        tags = {tag: length for _, tag, length in self.archive.messages}
        self.assertEqual((tags["82"], tags["91"]), ("8", "60"))

    def test_the_analysis_finds_no_defects(self):
        analysed = run(LULL, "analyze", self.anchor, "-o", self.report)
        self.assertEqual(analysed.returncode, 0, analysed.stderr)
        remarks = [line for line in analysed.stdout.splitlines() if line.startswith("  - ")]
        usual = ("switched recording off", "One-sided communication is in the profile")
        self.assertEqual([line for line in remarks if not any(text in line for text in usual)], [])

    def test_windows_created_and_freed_while_the_recording_is_off(self):
        events = self.archive.events
        # Two more are created and freed while recording is on.
        self.assertEqual((events["RMA_WIN_CREATE"], events["RMA_WIN_DESTROY"]), (2 + 2, 2 + 2))
        self.assertEqual(self.archive.calls["MPI_Win_fence"], 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
