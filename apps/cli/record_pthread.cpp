// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Recording of POSIX threads: by itself only of programs that have no other means.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/program_environment.hpp"
#include "cli/shared_libraries.hpp"

namespace lull::cli {
namespace {

struct PthreadOptions {
  bool wanted = false;
  bool unwanted = false;
};

bool has_other_means(const NamedProgram& program) {
  return program.needs("libmpi") || program.needs("libgomp.so") || program.needs("libomp.so") ||
         program.needs("libiomp5.so");
}

// C++ has its threads made by a function of its own.
bool creates_threads(const NamedProgram& program) {
  return !program.libraries.empty() &&
         (names(program.file, "pthread_create") || names(program.file, "_M_start_thread"));
}

}  // namespace

Preparation add_pthread_options(CLI::App& command) {
  auto options = std::make_shared<PthreadOptions>();
  auto* const wanted = command.add_flag(
      "--pthread", options->wanted,
      "Also record POSIX threads in programs that use MPI or OpenMP, or are started by a script");
  command.add_flag("--no-pthread", options->unwanted, "Do not record POSIX threads")
      ->excludes(wanted);
  return [=](const std::vector<NamedProgram>& programs, ProgramEnvironment& environment) {
    if (options->unwanted) return;
    const bool alone = std::ranges::none_of(programs, has_other_means) && !programs.empty() &&
                       creates_threads(programs.front());
    if (options->wanted || alone) environment.load(recorder_library("pthread"));
  };
}

}  // namespace lull::cli
