// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Visits the events of all locations of one process in time order; of equal times, the lower
// location comes first, as PostingOrder requires. Memory: one batch per location.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "lull/trace/source/cursor.hpp"
#include "lull/trace/source/stashed_cursor.hpp"

namespace lull {

// Calls use(thread, position, event) with the index of the location in `locations` and of the event
// in its location.
template <class Use>
void for_each_event_of_process(const TraceSource& source, std::span<const LocationId> locations,
                               Use&& use) {
  constexpr std::size_t kFilesAtOnce = 64;
  constexpr std::size_t kReadAhead = 8192;  // events per read, for long traces
  struct Stream {
    std::unique_ptr<EventCursor> cursor;
    std::span<const Event> events;
    std::uint64_t position = 0;
    bool more() { return !events.empty() || !(events = cursor->next()).empty(); }
  };
  using Head = std::pair<Timestamp, std::size_t>;
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
  std::vector<Stream> streams;
  for (std::size_t i = 0; i < locations.size(); ++i) {
    Stream& stream = streams.emplace_back();
    stream.cursor = source.open(locations[i], select_all_events());
    if (locations.size() > kFilesAtOnce)
      stream.cursor = std::make_unique<StashedCursor>(std::move(stream.cursor), kReadAhead);
    if (stream.more()) heads.emplace(stream.events.front().time, i);
  }
  while (!heads.empty()) {
    const std::size_t index = heads.top().second;
    heads.pop();
    Stream& stream = streams[index];
    bool more = true;
    do {
      use(index, stream.position++, stream.events.front());
      stream.events = stream.events.subspan(1);
      more = stream.more();
    } while (more && (heads.empty() || Head{stream.events.front().time, index} < heads.top()));
    if (more) heads.emplace(stream.events.front().time, index);
  }
}

}  // namespace lull
