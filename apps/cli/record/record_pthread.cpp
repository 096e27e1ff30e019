// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records POSIX threads: by default, only in programs without another model, which each process
// determines (recorder/pthread/activity.hpp).
#include <CLI/CLI.hpp>
#include <memory>
#include <vector>

#include "cli/record/program_environment.hpp"

namespace lull::cli {
namespace {

struct PthreadOptions {
  bool wanted = false;
  bool unwanted = false;
};

}  // namespace

Preparation add_pthread_options(CLI::App& command) {
  auto options = std::make_shared<PthreadOptions>();
  auto* const wanted = command.add_flag(
      "--pthread", options->wanted, "Also record POSIX threads in programs that use MPI or OpenMP");
  command.add_flag("--no-pthread", options->unwanted, "Do not record POSIX threads")
      ->excludes(wanted);
  return [=](const std::vector<NamedProgram>&, ProgramEnvironment& environment) {
    if (options->unwanted) environment.set("LULL_RECORD_NO_PTHREAD", "1");
    if (options->wanted) environment.set("LULL_RECORD_PTHREAD", "1");
  };
}

}  // namespace lull::cli
