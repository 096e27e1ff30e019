// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/inputs/topology.hpp"

#include <utility>

#include "cli/common/validators.hpp"
#include "cli/inputs/archive_inputs.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/source/context_trace.hpp"
#include "lull/trace/topology/declared_grid.hpp"

namespace lull::cli {

void add_topology_option(CLI::App& command, std::string& topology) {
  command
      .add_option("--topology", topology,
                  "The Cartesian grid that the processes form, such as 4x4, if the program does "
                  "not define it in MPI; p after a size marks a periodic dimension")
      ->type_name("SIZES")
      ->check(not_empty());
}

namespace {

std::unique_ptr<TraceSource> on_grid(std::unique_ptr<TraceSource> archive,
                                     const std::filesystem::path& anchor,
                                     const std::string& topology) {
  require_locations(*archive, anchor);
  archive = with_called_regions(std::move(archive));
  if (topology.empty()) return archive;
  return std::make_unique<TraceOnGrid>(std::move(archive), topology);
}

}  // namespace

std::unique_ptr<TraceSource> open_on_grid(const std::filesystem::path& anchor,
                                          const std::string& topology) {
  return on_grid(open_archive(anchor), anchor, topology);
}

std::unique_ptr<TraceSource> open_on_grid(const std::filesystem::path& anchor,
                                          const std::string& topology, Job& job) {
  analysis::Partners* const partners = job.partners();
  if (partners == nullptr) return open_on_grid(anchor, topology);
  std::unique_ptr<SharedOpening> opening;
  Bytes global;
  job.all([&] { opening = open_shared(anchor); });
  job.first([&] { global = opening->read_global(); });
  job.jointly([&] {
    global = partners->reduce(std::move(global),
                              [](const Bytes& lower, const Bytes& /*higher*/) { return lower; });
  });
  Bytes local;
  job.all([&] {
    if (!job.is_first()) opening->take_global(global);
    local = opening->read_local(static_cast<std::size_t>(job.rank()),
                                static_cast<std::size_t>(job.size()));
  });
  Bytes().swap(global);
  std::vector<Bytes> of_all;
  job.jointly([&] {
    of_all = partners->exchange(std::vector<Bytes>(static_cast<std::size_t>(job.size()), local));
  });
  std::unique_ptr<TraceSource> archive;
  job.all([&] { archive = on_grid(opening->finish(of_all), anchor, topology); });
  return archive;
}

}  // namespace lull::cli
