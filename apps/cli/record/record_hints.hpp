// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What `lull record` says before it starts a command of which little or nothing will be recorded.
#pragma once

#include <string>
#include <vector>

#include "cli/record/program_environment.hpp"

namespace lull::cli {

// A sentence for each reason; `functions`: whether functions of the program are to be recorded.
[[nodiscard]] std::vector<std::string> recording_hints(const std::vector<NamedProgram>& programs,
                                                       bool functions);

// What is to be recorded, as the command line says.
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

// When nothing was recorded: that, and which options may help that were not given.
[[nodiscard]] std::string nothing_recorded(const WantedModels& wanted);

// When nothing was recorded: which programs are scripts.
[[nodiscard]] std::vector<std::string> script_hints(const std::vector<NamedProgram>& programs);

// Which libraries record nothing, because lull wrap has not built them.
[[nodiscard]] std::vector<std::string> library_hints(const std::vector<std::string>& libraries);

}  // namespace lull::cli
