// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Hints that `lull record` prints before it starts a command that will record little or nothing.
#pragma once

#include <string>
#include <vector>

#include "cli/record/program_environment.hpp"

namespace lull::cli {

// Returns a sentence for each reason. `functions`: true if the program's functions are recorded.
[[nodiscard]] std::vector<std::string> recording_hints(const std::vector<NamedProgram>& programs,
                                                       bool functions);

// The programming models to record, from the command line.
struct WantedModels {
  bool mpi = false;
  bool openmp = false;
  bool pthread = false;
  bool shmem = false;
  bool no_mpi = false;
  bool no_openmp = false;
  bool no_pthread = false;
  bool no_shmem = false;
  bool io = false;
  bool functions = false;
};

// Returns the message for an empty recording, which suggests options that were not given.
[[nodiscard]] std::string nothing_recorded(const WantedModels& wanted);

// Returns hints about scripts for an empty recording.
[[nodiscard]] std::vector<std::string> script_hints(const std::vector<NamedProgram>& programs);

// Returns hints about libraries that record nothing because lull wrap did not build them.
[[nodiscard]] std::vector<std::string> library_hints(const std::vector<std::string>& libraries);

}  // namespace lull::cli
