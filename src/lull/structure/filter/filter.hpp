// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes a smaller archive from a larger one: leaves out the events that a selection cuts, but
// keeps related records together.
//
// - Both ends of a message, as matched by PostingOrder, are kept or removed together; likewise all
//   members of a collective operation, the records of a request, a lock from acquire to release,
//   and a team with the events of its threads. This concerns only records; enclosing calls stay.
// - The result consists of whole calls in recorded order with recorded times. Around a cut,
//   recording is switched off at the last event before it and on at the first event after it.
// - All definitions stay.
//
// Reads the trace three times, or four times when keeping messages. Memory: four bits per event,
// one byte per message and operation, and pending messages. Single-threaded.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "lull/structure/filter/filter_report.hpp"
#include "lull/structure/filter/selection.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::structure {

// For `directory` and the errors thrown for it, see ArchiveWriter. `progress` gets the number of
// events that have been read so far; in total, times_read() times the number of events are read. A
// damaged location is filtered up to the damage. Also throws Error (usage) if no event would stay.
FilterReport write_filtered(const TraceSource& source, const Selection& selection,
                            const std::filesystem::path& directory,
                            const std::function<void(std::uint64_t events)>& progress = {});

[[nodiscard]] std::uint64_t times_read(const Selection& selection);

}  // namespace lull::structure
