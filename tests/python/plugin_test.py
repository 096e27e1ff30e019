# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""lull analyze --plugin. usage: plugin_test.py LULL EXAMPLES ARCHIVE"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

import lull


def run(*command):
    # As a user has it: nobody says where the module is.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def expect_refusal(status, sentence, *command):
    refused = run(*command)
    assert refused.returncode == status, (refused.returncode, refused.stderr)
    assert sentence in refused.stderr and len(refused.stderr.splitlines()) == 1, refused.stderr


PATTERN = """class Pattern:
    metrics = [{{"id": "x", "parent": "{parent}"}}]
    def subscribe(self, bus):
        bus.subscribe("{event}", self.found)
    def found(self, event):
        {found}
"""


def expect_places(program, archive, directory):
    """Mistakes in plugins are told with the file and the line."""
    path = os.path.join(directory, "mine.py")
    given = {"parent": "mpi", "event": "LateSender", "found": "pass"}
    for change, place, text in (
            ({"found": "raise KeyError('k')"}, ":6", "KeyError: 'k'"),
            ({"found": "event.nothing"}, ":6", "AttributeError: LateSender has no 'nothing'; it has process"),
            ({"found": "None)"}, ":6", "SyntaxError: unmatched"),
            ({"event": "Nothing"}, ":4", "ValueError: there is no compound event 'Nothing'; there are "),
            ({"found": "lull.open('/nowhere')"}, ":6", "NameError: name 'lull' is not defined"),
            ({"found": "import lull; lull.open('/nowhere')"}, ":6", "Error: /nowhere: no such file"),
            ({"found": "raise SystemError"}, ":6", "SystemError"),
            ({"parent": "nobody"}, "", "pattern Pattern: metric x: parent nobody is unknown")):
        with open(path, "w", encoding="utf-8") as file:
            file.write(PATTERN.format(**{**given, **change}))
        output = os.path.join(directory, "none.cubex")
        expect_refusal(3, f"lull: {path}{place}: {text}", program, "analyze", archive, "-o", output,
                       "--plugin", path)
        assert not os.path.exists(output)


def expect_the_same_of_several(program, archive, plugin, directory):
    """Under a launcher the first process searches the trace."""
    launcher = shutil.which("mpirun")
    if launcher is None:
        return
    alone, together = (os.path.join(directory, name) for name in ("alone.cubex", "together.cubex"))
    assert run(program, "analyze", archive, "-o", alone, "--plugin", plugin).returncode == 0
    os.environ |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "OMPI_MCA_rmaps_base_oversubscribe": "1"}
    done = run(launcher, "-n", "3", program, "analyze", archive, "-o", together, "--plugin", plugin)
    assert done.returncode == 0 and done.stdout.count("Report: ") == 1, done.stdout + done.stderr
    same = run(program, "cmp", alone, together)
    assert same.returncode == 0, same.stdout + same.stderr
    failed = run(launcher, "-n", "3", program, "analyze", archive, "-o", together, "--plugin", plugin,
                 "--topology", "3x3")
    assert failed.returncode == 2 and failed.stderr.count("lull: the topology") == 1, failed.stderr


def expect_grid(program, archive, plugin, directory):
    """--topology is for plugins, too."""
    output = os.path.join(directory, "grid.cubex")
    command = (program, "analyze", archive, "-o", output, "--plugin", plugin, "--topology")
    expect_refusal(2, "the topology 3x3 does not have", *command, "3x3")
    assert run(*command, "4px2").returncode == 0
    grid = json.loads(run(program, "show", output, "--json").stdout)["topologies"][-1]
    assert [(each["size"], each["periodic"]) for each in grid["dimensions"]] == [(4, True), (2, False)], grid


def main():
    program, examples, archive = sys.argv[1:]
    plugin = os.path.join(examples, "python", "patient_receivers.py")
    with tempfile.TemporaryDirectory() as directory:
        plain = os.path.join(directory, "plain.cubex")
        more = os.path.join(directory, "more.cubex")
        expect_grid(program, archive, plugin, directory)
        expect_the_same_of_several(program, archive, plugin, directory)
        told = run(program, "analyze", archive, "-o", plain)
        found = run(program, "analyze", archive, "-o", more, "--plugin", plugin)
        assert found.returncode == 0, found.stderr
        assert told.stdout.splitlines()[0] == found.stdout.splitlines()[0], found.stdout
        assert f"Report: {more}" in found.stdout, found.stdout
        with_plugin, without = lull.read_report(more), lull.read_report(plain)
        assert with_plugin.total("patient_count") > 0
        assert 0 < with_plugin.total("patient_receivers") < with_plugin.total("mpi_latesender")
        assert with_plugin.total("mpi_latesender") == without.total("mpi_latesender")
        as_json = run(program, "analyze", archive, "-o", more, "--plugin", plugin, "--json")
        assert json.loads(as_json.stdout)["report"] == more
        expect_places(program, archive, directory)
        empty = os.path.join(directory, "empty.py")
        with open(empty, "w", encoding="utf-8") as file:
            file.write("import lull\n")
        expect_refusal(3, "there is no pattern in it", program, "analyze", archive, "-o", plain,
                       "--plugin", empty)
        expect_refusal(3, "no such file", program, "analyze", "/nowhere", "--plugin", plugin)
        missing = run(program, "analyze", archive, "--plugin", os.path.join(directory, "no.py"))
        assert missing.returncode == 2 and "no.py" in missing.stderr, missing.stderr
    print("ok")


if __name__ == "__main__":
    main()
