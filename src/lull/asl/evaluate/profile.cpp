// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/profile.hpp"

#include <algorithm>
#include <utility>

namespace lull::asl {

Profile::Profile(const Archive& archive)
    : archive_(archive),
      locations_(archive.processes().size()),
      ticks_(archive.regions().size()),
      entered_(archive.regions().size()) {}

void Profile::take(const GlobalEvent& event) {
  OfLocation& location = locations_[event.location.index()];
  if (!location.any) location.first = event.time();
  location.any = true;
  location.last = event.time();
  if (const auto* const enter = event.get_if<Enter>()) {
    const std::int64_t region = archive_.region(enter->region);
    if (region < 0) return;
    std::uint32_t& number = entered_[static_cast<std::size_t>(region)];
    if (number == 0) {
      regions_.push_back(region);
      number = static_cast<std::uint32_t>(regions_.size());
    }
    if (location.open.size() < number) location.open.resize(regions_.size());
    Open& open = location.open[number - 1];
    if (open.depth++ == 0) open.since = event.time();
  } else if (const auto* const leave = event.get_if<Leave>()) {
    const std::int64_t region = archive_.region(leave->region);
    const std::uint32_t number = region < 0 ? 0 : entered_[static_cast<std::size_t>(region)];
    if (number == 0 || location.open.size() < number || event.enter == kNoEvent) return;
    Open& open = location.open[number - 1];
    if (open.depth > 0 && --open.depth == 0)
      ticks_[static_cast<std::size_t>(region)] += (event.time() - open.since).ticks;
  }
}

void Profile::finish() {
  for (OfLocation& location : locations_)
    for (std::size_t i = 0; i < location.open.size(); ++i)
      if (std::exchange(location.open[i].depth, 0) > 0)
        ticks_[static_cast<std::size_t>(regions_[i])] +=
            (location.last - location.open[i].since).ticks;
}

double Profile::program_duration() const {
  double ticks = 0;
  for (const Process& process : archive_.definitions().processes) {
    bool any = false;
    Timestamp first;
    Timestamp last;
    std::int64_t threads = 0;
    for (const LocationId id : process.locations) {
      if (archive_.definitions().locations[id.index()].type != LocationType::CpuThread) continue;
      ++threads;
      const OfLocation& location = locations_[id.index()];
      if (!location.any) continue;
      first = any ? std::min(first, location.first) : location.first;
      last = any ? std::max(last, location.last) : location.last;
      any = true;
    }
    ticks += static_cast<double>((last - first).ticks) * static_cast<double>(threads);
  }
  return ticks / archive_.ticks_per_second();
}

double Profile::duration(std::int64_t region) const {
  if (region == Archive::kProgram) return program_duration();
  std::int64_t ticks = 0;
  if (!archive_.is_region_set(region))
    ticks = ticks_[static_cast<std::size_t>(region)];
  else
    for (const std::int64_t member : archive_.members_of_region(region))
      ticks += ticks_[static_cast<std::size_t>(member)];
  return static_cast<double>(ticks) / archive_.ticks_per_second();
}

bool Profile::was_entered(std::int64_t region) const {
  return region >= 0 && !archive_.is_region_set(region) &&
         entered_[static_cast<std::size_t>(region)] > 0;
}

}  // namespace lull::asl
