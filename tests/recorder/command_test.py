#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""lull record has the status of its command, and forwards signals. usage: command_test.py LULL"""
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

from temporary_directory import TestWithDirectory

LULL = sys.argv.pop(1)
TRAPS = "HUP INT QUIT TERM USR1 USR2 ALRM"
# Prints which signal it got, and ends; so does the shell for those that were ignored from the
# start.
LISTENER = f"""
for name in {TRAPS}; do trap "echo $name; exit 7" $name; done
echo ready
while :; do sleep 0.05; done
"""


class Command(TestWithDirectory):
    def setUp(self):
        super().setUp()
        self.output = os.path.join(self.directory, "trace")

    def words(self, *command):
        return [LULL, "record", "-o", self.output, *command]

    def record(self, *command):
        return subprocess.run(self.words(*command), capture_output=True, text=True, check=False)

    def assert_ends(self, status, sentence, *command):
        ended = self.record(*command)
        self.assertEqual((ended.returncode, ended.stdout), (status, ""))
        self.assertIn(sentence, ended.stderr)
        self.assertFalse(os.path.exists(self.output))

    def test_sizes(self):
        for option, most in (("--limit", "8EB"), ("--total-limit", "8EB"), ("--buffer", "1GB")):
            for value in ("10XB", "", "MB", "1.5.2", "-1", "10MBB"):
                self.assert_ends(2, f"{value} is not a valid size", f"{option}={value}", "--", "true")
            for value in ("0", "99999999999999999999", "17EB"):
                self.assert_ends(2, f"{value} is out of range: the size is from 1B to {most}\n",
                                 f"{option}={value}", "--", "true")
            for value in ("1", "64k", "1 MB", "2MiB", "1GB"):
                self.assertEqual(self.record(f"{option}={value}", "--", "true").returncode, 0)

    def test_invalid_filters(self):
        self.assert_ends(2, "is a directory", "--filter", self.directory, "--", "true")
        binary = os.path.join(self.directory, "binary")
        with open(binary, "wb") as file:
            file.write(b"\x7fELF\x1b[31m\0\1")
        self.assert_ends(2, "not a filter file", "--filter", binary, "--", "true")

    def test_hints_when_nothing_was_recorded(self):
        script = os.path.join(self.directory, "python3")
        with open(script, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexec true\n")
        os.chmod(script, 0o755)
        said = self.record(script).stderr
        self.assertIn(script + " is a script", said)
        said = self.record("true").stderr
        self.assertNotIn("is a script", said)
        for option in ("--functions", "--io", "lull/record.h"):
            self.assertIn(option, said)

    def test_hints_depend_on_the_options(self):
        """Does not suggest options that were given, or kinds that were disabled."""
        advised = {"--functions", "--io"}
        for options in ((), ("--io",), ("--functions",), ("--pthread",), ("--openmp",), ("--mpi=mpich",),
                        ("--no-mpi",), ("--no-mpi", "--no-openmp"), ("--no-pthread", "--io"),
                        ("--openmp", "--pthread", "--mpi=mpich", "--io", "--functions")):
            said = self.record(*options, "true").stderr
            if "without liblull" in said:
                continue  # that MPI library is not installed
            said = re.search("nothing was recorded: (.*)", said).group(1)
            advice = said.split("; ")[1]
            given = {option.split("=")[0].replace("--no-", "--") for option in options}
            self.assertEqual(set(re.findall("--[a-z]+", advice)), advised - given, options)
            self.assertEqual("MPI_Init" in said, "--no-mpi" not in options)
            self.assertEqual("OpenMP" in said, "--no-openmp" not in options)

    def test_the_names_of_mpi_libraries(self):
        self.assert_ends(2, "--mpi: foo is not a library that can be recorded; expected openmpi or mpich\n", "--mpi", "foo",
                         "--", "true")
        # The command follows "--", even if there is nothing before it.
        self.assertNotIn("is not a library that can be recorded", self.record("--mpi", "--", "true").stderr)

    def test_the_status_is_that_of_the_command(self):
        for status in (0, 1, 77, 126, 127, 255):
            self.assertEqual(self.record("sh", "-c", f"exit {status}").returncode, status)
        self.assertEqual(self.record("sh", "-c", "kill -KILL $$").returncode, 128 + signal.SIGKILL)

    def test_messages_need_not_be_read(self):
        """The program runs and keeps its own status, wherever messages go."""
        program = "echo ran; exit 7"
        for number, redirection in enumerate(("2>&-", "2>/dev/full", "<&- 2>&-", "2>&- 3>&-")):
            with self.subTest(redirection):
                output = os.path.join(self.directory, f"trace{number}")
                line = f'"$@" {redirection}'
                # --functions: prints a message before the start.
                words = [LULL, "record", "-o", output, "--functions", "--io", "--analyze", "--", "sh", "-c",
                         "cat /dev/null; " + program]
                ended = subprocess.run(["sh", "-c", line, "sh", *words], stdout=subprocess.PIPE, text=True,
                                       check=False)
                self.assertEqual(ended.returncode, 7)
                self.assertIn("ran\n", ended.stdout)
                self.assertTrue(os.path.exists(os.path.join(output, "traces.cubex")))

    def test_messages_to_a_pipe_without_a_reader(self):
        reader, writer = os.pipe()
        os.close(reader)
        ended = subprocess.run(self.words("sh", "-c", "exit 7"), stderr=writer, check=False)
        os.close(writer)
        self.assertEqual(ended.returncode, 7)

    def test_closed_descriptors_are_closed_for_the_program(self):
        """Files that Lull opens do not get their numbers."""
        listing = 'exec 9> "$0"; for i in 0 1 2; do [ -e /proc/$$/fd/$i ] && echo $i >&9; done'
        for closed, rest in (("<&- 2>&-", "1\n"), ("2>&-", "0\n1\n"), (">&-", "0\n2\n")):
            with self.subTest(closed):
                found = os.path.join(self.directory, "found")
                words = self.words("sh", "-c", listing, found)
                subprocess.run(["sh", "-c", f'"$@" {closed}', "sh", *words], check=False,
                               stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                with open(found, encoding="utf-8") as file:
                    told = file.read()
                self.assertEqual(told, rest)

    def test_statuses_of_other_commands(self):
        for words, status in ((["show", "missing"], 3), (["nosuch"], 2), (["show", "--nosuch"], 2)):
            for redirection in ("2>&-", "2>/dev/full"):
                ended = subprocess.run(["sh", "-c", f'"$@" {redirection}', "sh", LULL, *words],
                                       stdout=subprocess.DEVNULL, check=False)
                self.assertEqual(ended.returncode, status, (words, redirection))

    def test_commands_that_cannot_run_have_the_status_of_a_shell(self):
        script = os.path.join(self.directory, "script")
        with open(script, "w", encoding="utf-8") as file:
            file.write("no program\n")
        self.assert_ends(127, "no-such-program: No such file or directory", "no-such-program")
        self.assert_ends(127, "No such file or directory", "--", os.path.join(self.directory, "missing"))
        self.assert_ends(126, "Permission denied", script)
        self.assert_ends(126, "Permission denied", self.directory)

    def test_an_unknown_option_is_not_a_command(self):
        self.assert_ends(2, "--nosuch: there is no such option", "--nosuch", "true")

    def test_signals_are_forwarded(self):
        for name in TRAPS.split():
            with self.subTest(name), subprocess.Popen(self.words("sh", "-c", LISTENER), stdout=subprocess.PIPE,
                                                      text=True, start_new_session=True) as recording:
                self.assertEqual(recording.stdout.readline(), "ready\n")
                recording.send_signal(getattr(signal, "SIG" + name))
                self.assertEqual(recording.stdout.readline(), name + "\n")
                self.assertEqual(recording.wait(), 7)

    def test_ignored_signals_stay_ignored(self):
        with subprocess.Popen(["nohup", *self.words("sh", "-c", LISTENER)], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, start_new_session=True) as recording:
            self.assertEqual(recording.stdout.readline(), "ready\n")
            recording.send_signal(signal.SIGHUP)
            recording.send_signal(signal.SIGTERM)
            self.assertEqual(recording.stdout.readline(), "TERM\n")
            self.assertEqual(recording.wait(), 7)

    def test_repeated_signals_keep_the_archive(self):
        """Batch systems send them to the command and to its process group."""
        source = os.path.join(self.directory, "sleeps.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write("#include <pthread.h>\n#include <stdio.h>\n#include <unistd.h>\n"
                       "static void* run(void* given) { return given; }\n"
                       "int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0);\n"
                       "  puts(\"ready\"); fflush(stdout); sleep(100); return 0; }\n")
        program = os.path.join(self.directory, "sleeps")
        subprocess.run(["gcc", "-pthread", source, "-o", program], check=True)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with subprocess.Popen(self.words("--", program), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True, start_new_session=True) as process:
                self.assertEqual(process.stdout.readline(), "ready\n")
                while process.poll() is None:
                    process.send_signal(number)
                    time.sleep(0.002)
                said = process.stderr.read()
            self.assertEqual(process.returncode, 128 + number, said)
            self.assertTrue(os.path.exists(os.path.join(self.output, "traces.otf2")), said)
            shutil.rmtree(self.output)


if __name__ == "__main__":
    unittest.main()
