// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Recording of OpenSHMEM: by itself of programs that use it, and of what its launcher starts.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <vector>

#include "cli/program_environment.hpp"

namespace lull::cli {
namespace {

struct ShmemOptions {
  bool wanted = false;
  bool unwanted = false;
};

bool uses_shmem(const NamedProgram& program) {
  const std::string name = program.file.filename();
  return program.needs("liboshmem.so") || name == "oshrun" || name == "shmemrun";
}

}  // namespace

Preparation add_shmem_options(CLI::App& command) {
  auto options = std::make_shared<ShmemOptions>();
  auto* const wanted = command.add_flag(
      "--shmem", options->wanted,
      "Record OpenSHMEM of Open MPI, also in programs that are started by a script");
  command.add_flag("--no-shmem", options->unwanted, "Do not record OpenSHMEM")->excludes(wanted);
  return [=](const std::vector<NamedProgram>& programs, ProgramEnvironment& environment) {
    if (options->unwanted) return;
    if (options->wanted || std::ranges::any_of(programs, uses_shmem))
      environment.load(recorder_library("shmem"));
  };
}

}  // namespace lull::cli
