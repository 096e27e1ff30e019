// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records OpenSHMEM, using the library that records MPI, in processes that use OpenSHMEM.
#include <CLI/CLI.hpp>
#include <memory>
#include <vector>

#include "cli/record/program_environment.hpp"

namespace lull::cli {
namespace {

struct ShmemOptions {
  bool wanted = false;
  bool unwanted = false;
};

}  // namespace

Preparation add_shmem_options(CLI::App& command) {
  auto options = std::make_shared<ShmemOptions>();
  auto* const wanted =
      command.add_flag("--shmem", options->wanted, "Record OpenSHMEM of Open MPI (the default)");
  command.add_flag("--no-shmem", options->unwanted, "Do not record OpenSHMEM")->excludes(wanted);
  return [=](const std::vector<NamedProgram>&, ProgramEnvironment& environment) {
    if (options->unwanted) return environment.set("LULL_RECORD_NO_SHMEM", "1");
    load_call_recorder(environment, options->wanted);
  };
}

}  // namespace lull::cli
