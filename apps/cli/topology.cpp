// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/topology.hpp"

#include <utility>

#include "cli/validators.hpp"
#include "lull/trace/declared_grid.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

namespace lull::cli {

void add_topology_option(CLI::App& command, std::string& topology) {
  command
      .add_option("--topology", topology,
                  "The Cartesian grid that the processes form, such as 4x4, if the program does "
                  "not tell MPI; p after a size: this dimension is periodic")
      ->type_name("SIZES")
      ->check(not_empty());
}

std::unique_ptr<TraceSource> open_on_grid(const std::filesystem::path& anchor,
                                          const std::string& topology) {
  std::unique_ptr<TraceSource> archive = open_archive(anchor);
  if (topology.empty()) return archive;
  return std::make_unique<TraceOnGrid>(std::move(archive), topology);
}

}  // namespace lull::cli
