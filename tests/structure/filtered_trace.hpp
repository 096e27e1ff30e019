// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Shared by tests of filters: reading filtered traces, and random cuts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "lull/structure/filter/filter.hpp"
#include "lull/trace/source/memory_trace.hpp"
#include "support/temporary_directory.hpp"

namespace lull::structure {

// Reads the archive into memory.
[[nodiscard]] std::unique_ptr<MemoryTrace> read_trace(const TraceSource& source);

struct Filtered {
  support::TemporaryDirectory directory;
  FilterReport report;
  std::unique_ptr<MemoryTrace> trace;  // the written trace

  [[nodiscard]] std::filesystem::path anchor() const { return directory / "small/traces.otf2"; }
};
[[nodiscard]] std::unique_ptr<Filtered> filtered(const TraceSource& source,
                                                 const Selection& selection);

// Numbers of regions of a location that are left without being open, and that stay open.
struct Faults {
  std::size_t strays = 0;
  std::size_t skipped = 0;
  std::size_t open = 0;

  Faults(const MemoryTrace& trace, std::size_t location);
  friend bool operator==(const Faults&, const Faults&) = default;
};

// Returns each event on a location as text, such as "10 ENTER main".
[[nodiscard]] std::vector<std::string> lines_of(const MemoryTrace& trace, std::size_t location);

// Returns cuts of whole calls within region instances, for about that percentage of each location's
// events. Teams and forks stay as whole as regions.
[[nodiscard]] std::vector<std::vector<Cut>> random_cuts(const MemoryTrace& trace,
                                                        std::uint64_t seed, unsigned percent);

}  // namespace lull::structure
