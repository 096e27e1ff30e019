// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes a smaller archive from a larger one: without what a selection cuts, with all that belongs
// together.
//
// - A message stays with both ends or goes with both; which ends belong together PostingOrder says.
//   So do all members of a collective operation, the records of a request, a lock from acquiring to
//   releasing, and a team with what its threads do. Only records go with others; the calls around
//   them stay.
// - What is left are whole calls, in the order and at the times at which they were recorded. Where
//   a cut was, recording is switched off at the last event before it and on at the first one
//   behind.
// - All definitions stay.
//
// Reads the trace three times, in keeping messages four times. Memory: three bits for each event, a
// byte for each message and operation, and what is in flight. One thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "lull/structure/filter/filter_report.hpp"
#include "lull/structure/filter/selection.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::structure {

// `directory` as ArchiveWriter has it, which says what is thrown. `progress` is called with how
// many events were read so far; in all it will be times_read() as many as there are. Locations that
// are damaged are filtered up to there. Throws Error (usage) as well when no event would stay.
FilterReport write_filtered(const TraceSource& source, const Selection& selection,
                            const std::filesystem::path& directory,
                            const std::function<void(std::uint64_t events)>& progress = {});

[[nodiscard]] std::uint64_t times_read(const Selection& selection);

}  // namespace lull::structure
