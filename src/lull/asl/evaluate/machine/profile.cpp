// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/machine/profile.hpp"

#include <algorithm>
#include <utility>

namespace lull::asl {

Profile::Profile(const Archive& archive)
    : archive_(archive),
      locations_(archive.processes().size()),
      ticks_(archive.regions().size()),
      entered_(archive.regions().size()),
      sets_of_(archive.regions().size()) {}

void Profile::expect(std::int64_t region) {
  if (knows(region)) return;
  sets_.emplace(region, set_ticks_.size());
  for (const std::int64_t member : archive_.members_of_region(region))
    sets_of_[static_cast<std::size_t>(member)].push_back(set_ticks_.size());
  set_ticks_.push_back(0);
}

void Profile::expect_all_of(const Profile& other) {
  for (const auto& [region, number] : other.sets_) expect(region);
}

bool Profile::knows(std::int64_t region) const {
  return !archive_.is_region_set(region) || sets_.contains(region);
}

void Profile::begin(Open& open, Timestamp at) {
  if (open.depth++ == 0) open.since = at;
}

void Profile::end(Open& open, Timestamp at, std::int64_t& ticks) {
  if (open.depth > 0 && --open.depth == 0) ticks += (at - open.since).ticks;
}

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
    begin(location.open[number - 1], event.time());
    if (location.sets.size() < set_ticks_.size()) location.sets.resize(set_ticks_.size());
    for (const std::size_t set : sets_of_[static_cast<std::size_t>(region)])
      begin(location.sets[set], event.time());
  } else if (const auto* const leave = event.get_if<Leave>()) {
    const std::int64_t region = archive_.region(leave->region);
    const std::uint32_t number = region < 0 ? 0 : entered_[static_cast<std::size_t>(region)];
    if (number == 0 || location.open.size() < number || event.enter == kNoEvent) return;
    end(location.open[number - 1], event.time(), ticks_[static_cast<std::size_t>(region)]);
    for (const std::size_t set : sets_of_[static_cast<std::size_t>(region)])
      end(location.sets[set], event.time(), set_ticks_[set]);
  }
}

void Profile::finish() {
  const auto close = [](std::vector<Open>& all, Timestamp last, const auto& ticks_of) {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (std::exchange(all[i].depth, 0) > 0) ticks_of(i) += (last - all[i].since).ticks;
  };
  for (OfLocation& location : locations_) {
    close(location.open, location.last, [this](std::size_t number) -> std::int64_t& {
      return ticks_[static_cast<std::size_t>(regions_[number])];
    });
    close(location.sets, location.last,
          [this](std::size_t number) -> std::int64_t& { return set_ticks_[number]; });
  }
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
  const std::int64_t ticks = archive_.is_region_set(region)
                                 ? set_ticks_[sets_.at(region)]
                                 : ticks_[static_cast<std::size_t>(region)];
  return static_cast<double>(ticks) / archive_.ticks_per_second();
}

bool Profile::was_entered(std::int64_t region) const {
  return region >= 0 && !archive_.is_region_set(region) &&
         entered_[static_cast<std::size_t>(region)] > 0;
}

}  // namespace lull::asl
