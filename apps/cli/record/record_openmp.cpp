// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records OpenMP. LLVM's runtime calls the recorder; gcc's runtime is intercepted in every process.
// LLVM's runtime also provides the functions of gcc's runtime, so programs built with gcc can run
// with it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <set>

#include "cli/record/dynamic_symbols.hpp"
#include "cli/record/program_environment.hpp"
#include "cli/record/shared_libraries.hpp"
#include "lull/base/error.hpp"

namespace lull::cli {
namespace {

namespace fs = std::filesystem;

struct OpenmpOptions {
  bool wanted = false;
  bool unwanted = false;
  bool llvm = false;
};

bool uses_gcc(const NamedProgram& program) { return program.needs("libgomp"); }

bool is_of_openmp(const std::string& symbol) {
  return symbol.starts_with("GOMP_") || symbol.starts_with("GOACC_") || symbol.starts_with("omp_");
}

// Throws if the file needs functions that only gcc's runtime has: in that case, the process would
// use both runtimes, which do not share threads.
void expect_no_others(const fs::path& file, const std::set<std::string>& llvm) {
  for (const std::string& symbol : dynamic_symbols_of(file).wanted)
    if (is_of_openmp(symbol) && !llvm.contains(symbol))
      throw usage_error(
          "{} cannot run with LLVM's OpenMP runtime, which has no {}; without --ompt it is "
          "recorded "
          "with its own runtime",
          file.string(), symbol);
}

void run_with_llvm(const std::vector<NamedProgram>& programs, ProgramEnvironment& environment) {
  const fs::path runtime = LULL_OPENMP_RUNTIME;
  std::error_code ignored;
  if (!fs::exists(runtime, ignored))
    throw usage_error(
        "--ompt needs LLVM's OpenMP runtime, which is not installed (Debian: libomp5)");
  const std::set<std::string> llvm = dynamic_symbols_of(runtime).defined;
  for (const NamedProgram& program : programs) {
    if (!uses_gcc(program)) continue;
    expect_no_others(program.file, llvm);
    for (const fs::path& library : library_files_of(program.file))
      if (!library.filename().string().starts_with("libgomp")) expect_no_others(library, llvm);
  }
  environment.load(runtime);
}

}  // namespace

Preparation add_openmp_options(CLI::App& command) {
  auto options = std::make_shared<OpenmpOptions>();
  auto* const wanted = command.add_flag(
      "--openmp", options->wanted, "Record OpenMP, which is the default; kept for older scripts");
  auto* const llvm = command.add_flag(
      "--ompt", options->llvm,
      "Run programs compiled with gcc with LLVM's OpenMP runtime, and record through its OMPT");
  command.add_flag("--no-openmp", options->unwanted, "Do not record OpenMP")
      ->excludes(wanted)
      ->excludes(llvm);
  return [=](const std::vector<NamedProgram>& programs, ProgramEnvironment& environment) {
    if (options->unwanted) return environment.set("LULL_RECORD_NO_OPENMP", "1");
    if (options->llvm) run_with_llvm(programs, environment);
  };
}

}  // namespace lull::cli
