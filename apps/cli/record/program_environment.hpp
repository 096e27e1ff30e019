// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What `lull record` starts a command with. Each kind of recording is a file of its own: it puts
// its options on the command line, and says later what the command needs to be recorded that way.
// A new kind is a new file, one line below and one in record.cpp.
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

// A program that the command names, and the shared libraries that it needs, by their names.
struct NamedProgram {
  std::filesystem::path file;
  std::vector<std::string> libraries;

  // Whether it needs a library whose name begins so.
  [[nodiscard]] bool needs(const std::string& library) const;
};

// The command's words that name programs: the program itself, its launcher, ...
[[nodiscard]] std::vector<NamedProgram> programs_of(const std::vector<std::string>& command);

class ProgramEnvironment {
 public:
  using Variables = std::vector<std::pair<std::string, std::string>>;

  void set(const std::string& name, const std::string& value) {
    variables_.emplace_back(name, value);
  }
  // Has the library loaded into every process, behind those that are there already, and once.
  // Throws Error (usage) where the system cannot be told its path.
  void load(const std::filesystem::path& library);
  // All of it. What the user has loaded comes last.
  [[nodiscard]] Variables variables() const;

 private:
  Variables variables_;
  std::vector<std::filesystem::path> libraries_;
};

// Where a library of the recorder is; empty when it was not built.
[[nodiscard]] std::filesystem::path find_recorder_library(const std::string& name);
// The same. Throws Error (usage) when it was not built.
[[nodiscard]] std::filesystem::path recorder_library(const std::string& name);

// Has what finds the recorder for a process's MPI and OpenSHMEM libraries loaded. A Lull that was
// built without it does without, unless it is `wanted`: throws Error (usage) then.
void load_call_recorder(ProgramEnvironment& environment, bool wanted);

// Adds what is needed for a kind of recording, as the options say.
using Preparation =
    std::function<void(const std::vector<NamedProgram>& programs, ProgramEnvironment& environment)>;

Preparation add_mpi_options(CLI::App& command);
Preparation add_openmp_options(CLI::App& command);
Preparation add_pthread_options(CLI::App& command);
Preparation add_shmem_options(CLI::App& command);

}  // namespace lull::cli
