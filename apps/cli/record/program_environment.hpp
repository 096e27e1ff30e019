// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The environment with which `lull record` starts a command. Each kind of recording has its own
// file: it declares options and later adds the settings that the command needs. A new kind needs a
// new file, one line below and one in record.cpp.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace lull::cli {

// A program named in the command, and the names of the shared libraries that it needs.
struct NamedProgram {
  std::filesystem::path file;
  std::vector<std::string> libraries;

  // Returns whether the program needs a library whose name begins with `library`.
  [[nodiscard]] bool needs(const std::string& library) const;
};

// Returns the programs named in the command: the program itself, its launcher, ...
[[nodiscard]] std::vector<NamedProgram> programs_of(const std::vector<std::string>& command);

class ProgramEnvironment {
 public:
  using Variables = std::vector<std::pair<std::string, std::string>>;

  void set(const std::string& name, const std::string& value) {
    variables_.emplace_back(name, value);
  }
  // Preloads the library into every process, once, after those already added. Throws Error (usage)
  // if LD_PRELOAD cannot express its path.
  void load(const std::filesystem::path& library);
  // Returns all variables. Libraries preloaded by the user come last.
  [[nodiscard]] Variables variables() const;

 private:
  Variables variables_;
  std::vector<std::filesystem::path> libraries_;
};

// Returns the path of a recorder library; empty if it was not built.
[[nodiscard]] std::filesystem::path find_recorder_library(const std::string& name);
// Does the same, but throws Error (usage) if it was not built.
[[nodiscard]] std::filesystem::path recorder_library(const std::string& name);

// Preloads the library that finds the recorder for a process's MPI and OpenSHMEM libraries. If that
// library was not built, throws Error (usage) if it is `wanted`; otherwise does nothing.
void load_call_recorder(ProgramEnvironment& environment, bool wanted);

// Adds to the environment what a kind of recording needs, according to the options.
using Preparation =
    std::function<void(const std::vector<NamedProgram>& programs, ProgramEnvironment& environment)>;

Preparation add_mpi_options(CLI::App& command);
Preparation add_openmp_options(CLI::App& command);
Preparation add_pthread_options(CLI::App& command);
Preparation add_shmem_options(CLI::App& command);

}  // namespace lull::cli
