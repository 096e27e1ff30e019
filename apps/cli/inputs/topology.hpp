// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// --topology: a Cartesian grid that the program did not tell MPI about.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "cli/common/job.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::cli {

void add_topology_option(CLI::App& command, std::string& topology);

// The archive, its processes on that grid unless it is "". Throws Error (usage) as TraceOnGrid
// does.
[[nodiscard]] std::unique_ptr<TraceSource> open_on_grid(const std::filesystem::path& anchor,
                                                        const std::string& topology);
// Collective: the same of all processes of the job, which read the definitions together.
[[nodiscard]] std::unique_ptr<TraceSource> open_on_grid(const std::filesystem::path& anchor,
                                                        const std::string& topology, Job& job);

}  // namespace lull::cli
