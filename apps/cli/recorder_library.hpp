// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which library a program has to be run with to be recorded: there is one for each MPI library.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lull::cli {

// "openmpi", "mpich", or empty: by the programs and launchers that the command names.
[[nodiscard]] std::string mpi_library_of(const std::vector<std::string>& command);

// Where a part of the recorder is: of an MPI library, "filter"; empty, what all others need.
// Throws Error (usage) when it was not built.
[[nodiscard]] std::filesystem::path recorder_library(const std::string& part);

}  // namespace lull::cli
