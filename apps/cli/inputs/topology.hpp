// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// --topology: a Cartesian grid that the program did not define in MPI.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "cli/common/job.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::cli {

void add_topology_option(CLI::App& command, std::string& topology);

// Opens the archive with its processes on that grid, if `topology` is not empty. Throws Error
// (usage) as TraceOnGrid does.
[[nodiscard]] std::unique_ptr<TraceSource> open_on_grid(const std::filesystem::path& anchor,
                                                        const std::string& topology);
// Collective: does the same on all processes of the job, which share the work of reading the
// definitions.
[[nodiscard]] std::unique_ptr<TraceSource> open_on_grid(const std::filesystem::path& anchor,
                                                        const std::string& topology, Job& job);

}  // namespace lull::cli
