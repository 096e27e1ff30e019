// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Recording of MPI: a library of the recorder for each MPI library.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/program_environment.hpp"
#include "lull/base/error.hpp"
#include "lull/base/message.hpp"
#include "lull/base/printable.hpp"

namespace lull::cli {
namespace {

struct MpiOptions {
  bool unwanted = false;
  std::string library;  // empty: found out
};

namespace fs = std::filesystem;

std::string needed_library(const NamedProgram& program) {
  for (const char* name : {"libmpich.so", "libmpichfort.so", "libmpich-", "libmpi_abi.so"})
    if (program.needs(name)) return "mpich";
  for (const char* name : {"libmpi.so", "libmpi_mpifh.so", "libmpi_usempif08.so"})
    if (program.needs(name)) return "openmpi";
  return {};
}

// "mpirun" is a link to a launcher whose name tells.
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

// A program gets the recorder of its own library: another one would end it. Programs that do not
// tell, such as scripts, have that of their launcher.
std::string library_to_record(const std::vector<NamedProgram>& programs,
                              const std::string& wanted) {
  const std::string needed = first_of(programs, needed_library);
  const std::string launched = first_of(programs, launched_library);
  if (!wanted.empty() && !needed.empty() && wanted != needed)
    throw usage_error("the program depends on {}: it cannot be recorded with --mpi {}",
                      mpi_name(needed), wanted);
  if (!needed.empty() && !launched.empty() && needed != launched)
    print_message(
        fmt::format("the program depends on {}, its launcher belongs to {}: its processes "
                    "will not know of each other",
                    mpi_name(needed), mpi_name(launched)));
  if (!wanted.empty()) return wanted;
  return needed.empty() ? launched : needed;
}

// Empty where the option stands alone.
std::string not_a_library(const std::string& name) {
  if (name.empty() || name == "openmpi" || name == "mpich") return {};
  return printable(name) + " is no library that can be recorded: give openmpi or mpich";
}

}  // namespace

Preparation add_mpi_options(CLI::App& command) {
  auto options = std::make_shared<MpiOptions>();
  auto* const wanted =
      command
          .add_option("--mpi", options->library,
                      "Record MPI; LIBRARY is openmpi or mpich [determined from the programs]")
          ->expected(0, 1)
          ->default_str("")
          ->check(CLI::Validator(not_a_library, ""))
          ->type_name("LIBRARY");
  command.add_flag("--no-mpi", options->unwanted, "Do not record MPI")->excludes(wanted);
  return [options, wanted](const std::vector<NamedProgram>& programs,
                           ProgramEnvironment& environment) {
    if (options->unwanted) return;
    const std::string name = library_to_record(programs, options->library);
    if (name.empty() && wanted->count() > 0)
      throw usage_error(
          "no program on the command line depends on an MPI library; specify the library with "
          "--mpi "
          "openmpi or --mpi mpich");
    if (!name.empty()) environment.load(recorder_library(name));
  };
}

}  // namespace lull::cli
