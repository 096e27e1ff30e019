// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Recording of OpenMP. LLVM's runtime calls the recorder by itself; programs built by gcc are run
// with LLVM's runtime, which has the functions of gcc's, too.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "cli/program_environment.hpp"
#include "lull/base/error.hpp"
#include "lull/base/message.hpp"

namespace lull::cli {
namespace {

struct OpenmpOptions {
  bool wanted = false;
  bool unwanted = false;
};

void run_with_llvm(ProgramEnvironment& environment, bool wanted) {
  const std::filesystem::path runtime = LULL_OPENMP_RUNTIME;
  std::error_code ignored;
  if (std::filesystem::exists(runtime, ignored)) return environment.load(runtime);
  const char* const why =
      "programs compiled with gcc are recorded with LLVM's OpenMP runtime, which is not installed "
      "(Debian: libomp5)";
  if (wanted) throw usage_error("{}", why);
  print_message(fmt::format("OpenMP is not recorded: {}", why));
}

}  // namespace

Preparation add_openmp_options(CLI::App& command) {
  auto options = std::make_shared<OpenmpOptions>();
  auto* const wanted =
      command.add_flag("--openmp", options->wanted,
                       "Record OpenMP in programs started by a script, and in plug-ins");
  command.add_flag("--no-openmp", options->unwanted, "Do not record OpenMP")->excludes(wanted);
  return [=](const std::vector<NamedProgram>& programs, ProgramEnvironment& environment) {
    if (options->unwanted) return environment.set("OMP_TOOL", "disabled");
    const bool uses_gcc = std::ranges::any_of(
        programs, [](const NamedProgram& program) { return program.needs("libgomp.so"); });
#ifdef LULL_WITH_OMPT
    const bool uses_llvm = std::ranges::any_of(programs, [](const NamedProgram& program) {
      return program.needs("libomp.so") || program.needs("libiomp5.so");
    });
    if (options->wanted || uses_gcc || uses_llvm) environment.load(recorder_library("locks"));
#endif
    if (options->wanted || uses_gcc) run_with_llvm(environment, options->wanted);
  };
}

}  // namespace lull::cli
