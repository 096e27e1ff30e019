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

// Where the recorder for that MPI library is. Throws Error (usage) when it was not built.
[[nodiscard]] std::filesystem::path recorder_library(const std::string& mpi);

}  // namespace lull::cli
