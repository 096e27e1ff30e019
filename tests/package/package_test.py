#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Installs Lull, and builds and runs the programs of examples/cpp against the installation.

usage: package_test.py CMAKE BUILD_DIRECTORY SOURCE_DIRECTORY COMPILER
"""
import os
import re
import subprocess
import sys
import tempfile

# Public headers; each must be self-contained.
PUBLIC = ("analysis/analysis.hpp", "analysis/bus/bus.hpp", "analysis/bus/pattern.hpp", "analysis/events/compound_event.hpp",
          "analysis/events/event_description.hpp", "analysis/matching/matcher.hpp", "analysis/plugin.hpp",
          "analysis/replay/state/follower.hpp", "analysis/results/report/report_builder.hpp", "base/error.hpp",
          "clock/corrected_trace.hpp", "clock_search/clock_choice.hpp", "parallel/event_set.hpp", "parallel/exchange.hpp",
          "parallel/remote_event.hpp", "parallel/replay.hpp", "report/cubex/cubex_reader.hpp",
          "report/cubex/cubex_writer.hpp", "report/model/report.hpp", "trace/definitions/definitions.hpp",
          "trace/event/event.hpp", "trace/event/event_fields.hpp", "trace/global/global_definitions.hpp",
          "trace/global/global_trace.hpp", "trace/local/local_trace.hpp", "trace/otf2/archive_reader.hpp",
          "trace/source/cursor.hpp", "trace/source/memory_trace.hpp", "trace/summary/summary.hpp")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


def check_documents(prefix):
    """Documents and examples are installed, with the files that they show and refer to."""
    share = os.path.join(prefix, "share", "doc", "Lull")
    pages = [os.path.relpath(os.path.join(folder, file), share) for folder, _, files in os.walk(share)
             for file in files if file.endswith(".md")]
    assert {"README.md", "docs/python.md", "examples/README.md"} <= set(pages), pages
    for page in pages:
        with open(os.path.join(share, page), encoding="utf-8") as file:
            links = re.findall(r"\]\(([^)#]+)[^)]*\)", file.read())
        for link in links:
            there = os.path.join(os.path.dirname(page), link)
            if "://" not in link and link != "web/README.md":  # in the sources only
                assert os.path.exists(os.path.join(share, there)), (page, link)
    assert os.path.exists(os.path.join(share, "examples", "waits8", "traces.otf2"))
    assert os.path.exists(os.path.join(prefix, "share", "man", "man1", "lull.1"))
    assert os.path.exists(os.path.join(prefix, "share", "lull", "editors", "lull-asl.tmLanguage.json"))


THROWS = r"""
#include <stdexcept>
#include <string>

#include "lull/analysis/plugin.hpp"
#include "lull/base/error.hpp"

using namespace lull::analysis;

constexpr MetricInfo kMetric{"mine", "Mine", "", Unit::Seconds, "-", "-", "-"};
struct Throws final : Pattern {
  int seen = 0;
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {&kMetric, 1}; }
  void subscribe(Bus& bus) override {
    const MetricIndex lulls = bus.metric("mpi_barrier_wait");
    bus.subscribe<Collective>([this, &bus, lulls](const Collective& operation) {
      if (++seen != 3) return;
      try {
        bus.charge(lulls, operation.members.front().call, lull::Duration{1});
      } catch (const lull::Error& refusal) {
        throw std::runtime_error("the third operation: " + std::string(refusal.what()));
      }
    });
  }
};
void describe(Plugin& plugin) {
  plugin.patterns = [] {
    PatternList patterns;
    patterns.push_back(std::make_unique<Throws>());
    return patterns;
  };
}
LULL_PLUGIN(describe)
"""


def first_value(lull, report, metric):
    """Returns the line of the first call path and location."""
    for line in run(lull, "show", report, "--csv").splitlines():
        if line.startswith(metric + ","):
            return line
    return None


def check_plugins(cmake, prefix, directory, source, compiler):
    """User-defined patterns, built against and loaded by the installation."""
    built = os.path.join(directory, "plugins")
    run(cmake, "-S", os.path.join(source, "examples", "plugin"), "-B", built,
        f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}")
    run(cmake, "--build", built)
    lull = os.path.join(prefix, "bin", "lull")
    trace = os.path.join(source, "examples", "waits8")
    plugins = [word for name in ("straggler", "windows")
               for word in ("--plugin", os.path.join(built, f"{name}.so"))]
    reports = [os.path.join(directory, f"{name}.cubex") for name in ("one", "four", "throws", "without")]
    run(lull, "analyze", *plugins, "--threads", "1", trace, "-o", reports[0])
    run(lull, "analyze", *plugins, "--threads", "4", trace, "-o", reports[1])
    assert first_value(lull, reports[0], "mpi_barrier_straggler"), "its pattern is not in the report"
    run(lull, "cmp", reports[0], reports[1])
    with open(os.path.join(directory, "throws.cpp"), "w", encoding="utf-8") as file:
        file.write(THROWS)
    throws = os.path.join(directory, "throws.so")
    run(compiler, "-std=c++20", "-fPIC", "-shared", "-DFMT_SHARED", "-I", os.path.join(prefix, "include"),
        os.path.join(directory, "throws.cpp"), "-o", throws)
    done = subprocess.run([lull, "analyze", "--plugin", throws, trace, "-o", reports[2]], capture_output=True,
                          text=True, check=False)
    refused = "the third operation: mpi_barrier_wait is a metric of Lull"
    assert done.returncode == 0 and refused in done.stderr and throws in done.stderr, done
    run(lull, "analyze", trace, "-o", reports[3])
    barrier = first_value(lull, reports[3], "mpi_barrier_wait")
    assert barrier and barrier == first_value(lull, reports[2], "mpi_barrier_wait"), "the other values differ"
    for file in (os.path.join(source, "README.md"), os.path.join(directory, "nowhere.so"), compiler):
        done = subprocess.run([lull, "analyze", "--plugin", file, trace], capture_output=True, text=True, check=False)
        assert done.returncode in (2, 3) and done.stderr.startswith("lull: "), (file, done)


def main():
    cmake, build, source, compiler = sys.argv[1:]
    with tempfile.TemporaryDirectory() as directory:
        prefix, programs = os.path.join(directory, "prefix"), os.path.join(directory, "programs")
        run(cmake, "--install", build, "--prefix", prefix)
        check_documents(prefix)
        run(cmake, "-S", os.path.join(source, "examples", "cpp"), "-B", programs,
            f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}")
        run(cmake, "--build", programs)
        example = os.path.join(source, "examples", "waits8")
        late = run(os.path.join(programs, "late_senders"), example)
        assert "location 1 waited" in late, late
        longest = run(os.path.join(programs, "longest_calls"), example)
        assert len(longest.splitlines()) == 8 and "MPI_" in longest, longest
        check_plugins(cmake, prefix, directory, source, compiler)
        for header in PUBLIC:
            alone = os.path.join(directory, "alone.cpp")
            with open(alone, "w", encoding="utf-8") as file:
                file.write(f'#include "lull/{header}"\n')
            mpi = header.startswith("parallel/")
            if mpi and not os.path.isdir(os.path.join(prefix, "include", "lull", "parallel")):
                continue  # built without MPI
            run("mpicxx" if mpi else compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-DFMT_SHARED",
                "-I", os.path.join(prefix, "include"), alone)
    print("ok")


if __name__ == "__main__":
    main()
