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
    # This is like a user's environment, without the module's path.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def expect_refusal(status, sentence, *command):
    """Expects one line, and possibly the calls that led there; returns these."""
    refused = run(*command)
    assert refused.returncode == status, (refused.returncode, refused.stderr)
    message, *calls = refused.stderr.splitlines()
    assert sentence in message, refused.stderr
    assert all(call.startswith("  ") for call in calls), refused.stderr
    assert "Report" not in refused.stdout, refused.stdout
    return calls


PATTERN = """class Pattern:
    metrics = [{{"id": "x", "parent": "{parent}"}}]
    def subscribe(self, bus):
        self.bus = bus; bus.subscribe("{event}", self.found)
    def found(self, event):
        {found}
"""

CHARGE = 'self.bus.charge("{metric}", event.message.receive.call, event.message.receive.call.leave - ' \
         'event.message.receive.call.enter'


def expect_places(program, archive, directory):
    """Mistakes in plugins are reported with the file and the line."""
    path = os.path.join(directory, "mine.py")
    given = {"parent": "mpi", "event": "LateSender", "found": "pass"}
    for change, place, text in (
            ({"found": "raise KeyError('k')"}, ":6", "KeyError: 'k'"),
            ({"found": "event.nothing"}, ":6", "AttributeError: LateSender has no 'nothing'; it has process"),
            ({"found": "None)"}, ":6", "SyntaxError: unmatched"),
            ({"event": "Nothing"}, ":4", "ValueError: unknown compound event 'Nothing'; known events are "),
            ({"found": "lull.open('/nowhere')"}, ":6", "NameError: name 'lull' is not defined"),
            ({"found": "import lull; lull.open('/nowhere')"}, ":6", "Error: /nowhere: no such file"),
            ({"found": "raise SystemError"}, ":6", "SystemError"),
            ({"found": "import sys; sys.exit(0)"}, ":6", "SystemExit: 0; a plug-in must not end the program"),
            ({"found": "raise GeneratorExit"}, ":6", "GeneratorExit"),
            ({"found": "eval('1 +')"}, ":6", "SyntaxError: invalid syntax (<string>, line 1)"),
            ({"found": CHARGE.format(metric="mpi_latesender_wo") + ")"}, ":6",
             "Error: mpi_latesender_wo is a metric of Lull; a plug-in charges only metrics that it declares"),
            ({"found": CHARGE.format(metric="x") + " + 1)"}, ":6", "Error: x is charged "),
            ({"parent": "nobody"}, "", "pattern Pattern: metric x: parent nobody is unknown")):
        with open(path, "w", encoding="utf-8") as file:
            file.write(PATTERN.format(**{**given, **change}))
        output = os.path.join(directory, "none.cubex")
        calls = expect_refusal(3, f"lull: {path}{place}: {text}", program, "analyze", archive, "-o", output,
                               "--plugin", path)
        assert not os.path.exists(output)
        raised = bool(place) and change["found" if "found" in change else "event"] != "None)"
        assert bool(calls) == raised and all("lull/__main__.py" not in call for call in calls), calls


AT_IMPORT = """import sys

def helper():
    {what}

helper()
"""


def expect_no_end_at_import(program, archive, directory):
    """Exceptions while a plug-in is loaded, including an interrupt."""
    path, output = os.path.join(directory, "ends.py"), os.path.join(directory, "none.cubex")
    for what, status, text in (
            ("sys.exit(0)", 3, ":4: SystemExit: 0; a plug-in must not end the program"),
            ("class Own(BaseException): pass\n    raise Own('so')", 3, ":5: Own: so"),
            ("class Mute(Exception):\n        def __str__(self): raise self\n    raise Mute", 3, ":6: Mute"),
            ("raise KeyboardInterrupt", 130, None)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(AT_IMPORT.format(what=what))
        command = (program, "analyze", archive, "-o", output, "--plugin", path)
        if text is None:
            interrupted = run(*command)
            assert (interrupted.returncode, interrupted.stderr) == (status, ""), interrupted
        else:
            calls = expect_refusal(status, f"lull: {path}{text}", *command)
            assert ["in <module>" in call for call in calls if "File" in call] == [True, False], calls
        assert not os.path.exists(output)


def expect_the_same_of_several(program, archive, plugin, directory):
    """Under a launcher, the first process searches the trace."""
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
    """--topology applies to plugins, too."""
    output = os.path.join(directory, "grid.cubex")
    command = (program, "analyze", archive, "-o", output, "--plugin", plugin, "--topology")
    expect_refusal(2, "the topology 3x3 does not match", *command, "3x3")
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
        without = run(program, "analyze", archive, "-o", plain)
        found = run(program, "analyze", archive, "-o", more, "--plugin", plugin)
        assert found.returncode == 0, found.stderr
        assert without.stdout.splitlines()[0] == found.stdout.splitlines()[0], found.stdout
        assert f"Report: {more}" in found.stdout, found.stdout
        with_plugin, without = lull.read_report(more), lull.read_report(plain)
        assert with_plugin.total("patient_count") > 0
        assert 0 < with_plugin.total("patient_receivers") < with_plugin.total("mpi_latesender")
        assert with_plugin.total("mpi_latesender") == without.total("mpi_latesender")
        beside = found.stdout.split("Also found, and not added to the waiting above:")[1]
        assert "Patient Receivers (patient_receivers): " in beside and "what   Late-sender time of" in beside, beside
        assert f"Patient receives (patient_count): {with_plugin.total('patient_count'):.0f} times\n" in beside, beside
        as_json = json.loads(run(program, "analyze", archive, "-o", more, "--plugin", plugin, "--json").stdout)
        assert as_json["report"] == more
        found = {one["metric"]: one["value"] for one in as_json["beside"]}
        assert all(with_plugin.total(metric) == value for metric, value in found.items()), found
        assert {"patient_receivers", "patient_count"} <= set(found), found
        expect_places(program, archive, directory)
        expect_no_end_at_import(program, archive, directory)
        empty = os.path.join(directory, "empty.py")
        with open(empty, "w", encoding="utf-8") as file:
            file.write("import lull\n")
        expect_refusal(3, "it has no pattern", program, "analyze", archive, "-o", plain,
                       "--plugin", empty)
        expect_refusal(3, "no such file", program, "analyze", "/nowhere", "--plugin", plugin)
        missing = run(program, "analyze", archive, "--plugin", os.path.join(directory, "no.py"))
        assert missing.returncode == 2 and "no.py" in missing.stderr, missing.stderr
    print("ok")


if __name__ == "__main__":
    main()
