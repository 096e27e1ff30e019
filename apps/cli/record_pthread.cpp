// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Recording of POSIX threads: by itself only of programs that have no other means.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <vector>

#include "cli/program_environment.hpp"
#include "cli/shared_libraries.hpp"
#include "lull/recorder/pthread/prefix_programs.hpp"

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

// The first program that is not there for another one: what follows are its arguments.
bool creates_threads(const std::vector<NamedProgram>& programs) {
  const auto program = std::ranges::find_if_not(programs, [](const NamedProgram& one) {
    return recorder::pthread::is_prefix_program(one.file.filename().string());
  });
  return program != programs.end() && creates_threads(*program);
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
    const bool alone = std::ranges::none_of(programs, has_other_means) && creates_threads(programs);
    if (options->wanted || alone) environment.load(recorder_library("pthread"));
  };
}

}  // namespace lull::cli
