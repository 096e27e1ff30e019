// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records MPI: preloads one library into every process, which opens the recorder for the process's
// MPI library.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>

#include "cli/record/program_environment.hpp"
#include "lull/base/error.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/printable.hpp"

namespace lull::cli {
namespace {

struct MpiOptions {
  bool unwanted = false;
  std::string library;  // empty: determined in each process
};

namespace fs = std::filesystem;

struct KnownLibrary {
  const char* name;  // prefix of its file name
  const char* recorder;
};
constexpr KnownLibrary kLibraries[] = {{"libmpich.so.12", "mpich"},
                                       {"libmpichfort.so.12", "mpich"},
                                       {"libmpi.so.12", "mpich"},
                                       {"libmpifort.so.12", "mpich"},
                                       {"libmpi_cray", "mpich"},
                                       {"libmpi.so.40", "openmpi"},
                                       {"libmpi_mpifh.so.40", "openmpi"},
                                       {"libmpi_usempif08.so.40", "openmpi"},
                                       {"libmpi_usempi_ignore_tkr.so.40", "openmpi"}};
constexpr std::array kMpiLibraries{"libmpi.so.", "libmpi_abi.", "libmpitrampoline."};

std::string needed_library(const NamedProgram& program) {
  for (const KnownLibrary& library : kLibraries)
    if (program.needs(library.name)) return library.recorder;
  return {};
}

// Returns an MPI library without a recorder; empty if there is none.
std::string unknown_library(const NamedProgram& program) {
  for (const std::string& name : program.libraries) {
    const bool is_mpi = std::ranges::any_of(
        kMpiLibraries, [&](const char* begin) { return name.starts_with(begin); });
    const bool is_known = std::ranges::any_of(
        kLibraries, [&](const KnownLibrary& known) { return name.starts_with(known.name); });
    if (is_mpi && !is_known) return name;
  }
  return {};
}

// "mpirun" is a link to a launcher whose name identifies the library.
std::string launched_library(const NamedProgram& launcher) {
  std::error_code ignored;
  const std::string name = fs::canonical(launcher.file, ignored).filename();
  if (name.find("hydra") != name.npos || name.find("mpich") != name.npos) return "mpich";
  if (name == "orterun" || name == "prterun" || name.find("openmpi") != name.npos) return "openmpi";
  return {};
}

std::string first_of(const std::vector<NamedProgram>& programs,
                     std::string (*library_of)(const NamedProgram&)) {
  for (const NamedProgram& program : programs)
    if (std::string mpi = library_of(program); !mpi.empty()) return mpi;
  return {};
}

std::string mpi_name(const std::string& library) {
  return library == "mpich" ? "MPICH" : "Open MPI";
}

// Reports contradictions that the command line reveals. Each process finds the recorder for the MPI
// library that it has loaded.
void check_libraries(const std::vector<NamedProgram>& programs, const std::string& wanted) {
  const std::string needed = first_of(programs, needed_library);
  const std::string launched = first_of(programs, launched_library);
  for (const NamedProgram& program : programs)
    if (const std::string unknown = unknown_library(program); !unknown.empty())
      print_message(fmt::format(
          "MPI will not be recorded: Lull does not know the binary interface of {}, on which {} "
          "depends",
          printable(unknown), printable(program.file.string())));
  if (!wanted.empty() && !needed.empty() && wanted != needed)
    throw usage_error("the program depends on {}: it cannot be recorded with --mpi {}",
                      mpi_name(needed), wanted);
  if (!needed.empty() && !launched.empty() && needed != launched)
    print_message(
        fmt::format("the program depends on {}, but its launcher belongs to {}: its processes "
                    "will not find each other",
                    mpi_name(needed), mpi_name(launched)));
}

// Accepts an empty value: the option stands alone.
std::string not_a_library(const std::string& name) {
  if (name.empty() || name == "openmpi" || name == "mpich") return {};
  return printable(name) + " is not a library that can be recorded; expected openmpi or mpich";
}

}  // namespace

Preparation add_mpi_options(CLI::App& command) {
  auto options = std::make_shared<MpiOptions>();
  auto* const wanted =
      command
          .add_option("--mpi", options->library,
                      "Record MPI (the default); LIBRARY, openmpi or mpich, has to be that of the "
                      "programs")
          ->expected(0, 1)
          ->default_str("")
          ->check(CLI::Validator(not_a_library, ""))
          ->type_name("LIBRARY");
  command.add_flag("--no-mpi", options->unwanted, "Do not record MPI")->excludes(wanted);
  return [options, wanted](const std::vector<NamedProgram>& programs,
                           ProgramEnvironment& environment) {
    if (options->unwanted) return environment.set("LULL_RECORD_NO_MPI", "1");
    check_libraries(programs, options->library);
    load_call_recorder(environment, wanted->count() > 0);
  };
}

}  // namespace lull::cli
