# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""The focus of findings, shares and rules: the part of the run between the library's start and end.

usage: focus_test.py LULL SOURCE-DIRECTORY TEXT-ARCHIVE [ARCHIVES-DIRECTORY]
"""
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

LULL, SOURCE, TEXT_ARCHIVE = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
SHARED = Path(sys.argv[4]) if len(sys.argv) > 4 else Path("absent")

# Two processes: 2 x 100 us of start-up, then 2 x 50 us, of which rank 0 waits 20 us for a message.
PROGRAM = """processes 2
0: 0 enter main
   1000..100000 MPI_Init
   110000..135000 MPI_Recv recv 1
   140000..155000 MPI_Finalize
   160000 leave
1: 0 enter main
   1000..100000 MPI_Init
   130000..131000 MPI_Send send 0
   150000..155000 MPI_Finalize
   160000 leave
"""

# For recorded archives: the focus, its total time and its waiting times, computed from the events
# alone.
FIGURES = {
    "sweep3d-16": (1.303836219, 7.420456287, 97.865921086,
                   {"mpi_finalize_wait": 0.024434, "mpi_barrier_wait": 0.053198, "mpi_latesender": 36.241745,
                    "mpi_latereceiver": 8.407887, "mpi_wait_nxn": 2.807395}),
    "npb-lu-s-16": (1.051788065, 1.24342571, 3.066202315,
                    {"mpi_finalize_wait": 0.008641, "mpi_barrier_wait": 0.004891, "mpi_latesender": 1.41872,
                     "mpi_latereceiver": 0.241021, "mpi_wait_nxn": 0.065578}),
    "hybrid4x3": (0.371981712, 0.549840971, 2.134311106,
                  {"mpi_latebroadcast": 0.1518, "omp_ebarrier_wait": 0.179378, "omp_ibarrier_wait": 0.17277,
                   "omp_lock_contention_critical": 0.125919}),
    "bgq-32x64": (2.430751418, 2.731035609, 614.982023578,
                  {"mpi_barrier_wait": 0.011559, "mpi_wait_nxn": 0.005517, "omp_ibarrier_wait": 168.07395}),
    "waits8": (0.475826291, 1.269741895, 6.351324826,
               {"mpi_finalize_wait": 0.029476, "mpi_barrier_wait": 1.300168, "mpi_latesender": 0.263028,
                "mpi_latereceiver": 0.100871, "mpi_earlyreduce": 0.066825, "mpi_earlyscan": 0.669212,
                "mpi_latebroadcast": 0.59014, "mpi_wait_nxn": 0.699731}),
    "shmem4": (1.038262241, 1.06409248, 0.103320956, {"shmem_barrier_wait": 0.076306}),
    "npb-ep-a-16": (1.307320812, 9.509889595, 131.241100535,
                    {"mpi_finalize_wait": 0.04759, "mpi_barrier_wait": 0.098842, "mpi_wait_nxn": 1.427107}),
}


def run(*words, **options):
    return subprocess.run([LULL, *map(str, words)], capture_output=True, text=True, check=False, **options)


def inside(report):
    """Returns the values within the focus by metric: the report's values minus its member lull/focus.json."""
    whole = {metric["name"]: metric["total"] for metric in json.loads(run("show", report, "--json").stdout)["metrics"]}
    with tarfile.open(report) as archive:
        focus = json.load(archive.extractfile("lull/focus.json"))
    own = {entry["metric"]: sum(seconds for _, row in entry["rows"] for _, seconds in row) for entry in focus["outside"]}
    metrics = json.loads(run("show", report, "--json").stdout)["metrics"]
    names = {metric["id"]: metric["name"] for metric in metrics}
    parents = {metric["name"]: names.get(metric["parent"]) for metric in metrics}
    outside = dict(own)
    for entry in focus["outside"]:
        above = parents.get(entry["metric"])
        while entry["part"] and above:
            outside[above] = outside.get(above, 0) + own[entry["metric"]]
            above = parents.get(above)
    return focus, {name: total - outside.get(name, 0) for name, total in whole.items()}


class Focus(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = Path(directory.name)
        self.report = self.folder / "report.cubex"

    def archive(self, text=PROGRAM):
        (self.folder / "trace.txt").write_text(text)
        archive = self.folder / "archive"
        subprocess.run([TEXT_ARCHIVE, self.folder / "trace.txt", archive], check=True)
        return archive

    def analyze(self, archive, *options):
        done = run("analyze", archive, "-o", self.report, "--json", *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def test_findings_refer_to_the_focus(self):
        archive = self.archive()
        found = self.analyze(archive)
        self.assertEqual(found["focus"]["rule"], "MPI")
        self.assertAlmostEqual(found["focus"]["from"], 100e-6)
        self.assertAlmostEqual(found["focus"]["to"], 150e-6)
        self.assertAlmostEqual(found["total_seconds"], 100e-6)
        late = next(finding for finding in found["findings"] if finding["metric"] == "mpi_latesender")
        self.assertAlmostEqual(late["seconds"], 20e-6)
        self.assertAlmostEqual(late["share"], 0.2)
        text = run("analyze", archive, "-o", self.report).stdout
        self.assertTrue(text.startswith("Start-up takes 100.000 us and shutdown 10.000 us of 160.000 us"), text)
        self.assertIn("50.000 us on 2 locations, 100.000 us in total", text)

    def test_focus_run_is_the_whole_run(self):
        archive = self.archive()
        found = self.analyze(archive, "--focus", "run")
        self.assertEqual(found["focus"]["rule"], "run")
        self.assertAlmostEqual(found["total_seconds"], 320e-6)
        late = next(finding for finding in found["findings"] if finding["metric"] == "mpi_latesender")
        self.assertAlmostEqual(late["share"], 20 / 320)
        whole = self.report.read_bytes()
        self.analyze(archive)
        compared = run("cmp", self.report, self.report)
        self.assertEqual(compared.returncode, 0)
        self.assertNotEqual(whole, self.report.read_bytes())  # the findings differ
        self.assertIn("program|run", run("analyze", "--help").stdout)

    def test_values_of_the_report_refer_to_the_run(self):
        self.analyze(self.archive())
        totals = {metric["name"]: metric["total"]
                  for metric in json.loads(run("show", self.report, "--json").stdout)["metrics"]}
        self.assertAlmostEqual(totals["time"], 320e-6)
        _, within = inside(self.report)
        self.assertAlmostEqual(within["time"], 100e-6)
        self.assertAlmostEqual(within["mpi_init_exit"], 10e-6)  # rank 0 in MPI_Finalize

    def check(self, rule, *options, report=None):
        return run("check", report or self.report, "-f", rule, *options)

    def test_shares_in_rules_refer_to_the_focus(self):
        self.analyze(self.archive())
        for share, options in ((20, ()), (100 * 20 / 320, ("--focus", "run"))):
            self.assertEqual(self.check(f"mpi_latesender > {share * 1.001}%", *options).returncode, 0)
            self.assertEqual(self.check(f"mpi_latesender > {share * 0.999}%", *options).returncode, 1)
        self.assertEqual(self.check("mpi > 37%").returncode, 0)  # 25, 1 and 10 us of 100
        self.assertEqual(self.check("mpi > 35%").returncode, 1)
        self.assertEqual(self.check("time > 319 us").returncode, 1)  # values refer to the run
        self.assertIn("Shares are of the time between MPI_Init and MPI_Finalize.", self.check("mpi > 1%").stdout)
        self.assertIn("Shares are of the time in the whole run.", self.check("mpi > 1%", "--focus", "run").stdout)
        self.assertNotIn("Shares", self.check("time > 1 s").stdout)

    def test_reports_without_focus_have_shares_of_the_run(self):
        self.analyze(self.archive())
        run("mean", self.report, self.report, "-o", self.folder / "mean.cubex")
        done = self.check("mpi_latesender > 6.3%", report=self.folder / "mean.cubex")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("Shares are of the time in the whole run.", done.stdout)

    def test_damaged_members_are_reported(self):
        self.analyze(self.archive())
        with tarfile.open(self.report) as whole, tarfile.open(self.folder / "bad.cubex", "w") as bad:
            for member in whole.getmembers():
                content = whole.extractfile(member)
                if member.name == "lull/focus.json":
                    text = content.read().replace(b'"rows":[[', b'"rows":[[9999,[]],[')
                    member.size = len(text)
                    (self.folder / "member").write_bytes(text)
                    content = (self.folder / "member").open("rb")
                bad.addfile(member, content)
        done = self.check("mpi > 1%", report=self.folder / "bad.cubex")
        self.assertEqual(done.returncode, 3)
        self.assertIn("lull/focus.json", done.stderr)

    def test_several_processes_give_the_same_result(self):
        archive = self.archive()
        self.analyze(archive)
        environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                           OMPI_MCA_rmaps_base_oversubscribe="1")
        for processes in ("2", "3"):
            done = subprocess.run(["mpirun", "-n", processes, LULL, "analyze", archive, "-o", self.folder / "two.cubex"],
                                  capture_output=True, text=True, check=False, env=environment)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.report.read_bytes(), (self.folder / "two.cubex").read_bytes())

    def test_figures_of_recorded_archives(self):
        for name, (begin, end, time, waits) in FIGURES.items():
            if not (SHARED / name).exists():
                self.skipTest(f"{SHARED / name} is missing")
            with self.subTest(name):
                found = self.analyze(SHARED / name)
                # Some times were computed with measured offsets.
                self.assertAlmostEqual(found["focus"]["from"], begin, delta=3e-5)
                self.assertAlmostEqual(found["focus"]["to"], end, delta=3e-5)
                self.assertAlmostEqual(found["total_seconds"], time, delta=0.002 * time)
                _, within = inside(self.report)
                for metric, seconds in waits.items():
                    self.assertAlmostEqual(within[metric], seconds, delta=max(0.005 * seconds, 2e-6), msg=metric)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
