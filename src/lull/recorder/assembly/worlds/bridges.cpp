// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/worlds/bridges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>

namespace lull::recorder {
namespace {

using Kind = RecordedMeeting::Kind;
using Name = std::pair<std::uint64_t, std::string>;

// Holds what the processes on one side have recorded about a communicator.
struct Side {
  Name name;
  RecordedMeeting meeting;
  std::string clock;       // their node's; empty if they are on several nodes
  std::uint64_t from = 0;  // on that clock: the earliest start of the call
  std::uint64_t until = 0;
  std::uint64_t epoch_from = 0;  // the same, in nanoseconds since 1970
  std::uint64_t epoch_until = 0;
};

bool is_first(const Side& side) {
  return side.meeting.kind == Kind::Spawn || side.meeting.kind == Kind::Accept;
}

// Spawned processes do not know the time of the call; their start is used.
std::pair<std::uint64_t, std::uint64_t> time_of(const ProcessPart& part,
                                                const RecordedMeeting& meeting) {
  if (meeting.kind != Kind::Spawned) return {meeting.from, meeting.until};
  const std::uint64_t begin = part.clocks.empty() ? 0 : part.clocks.front().nanoseconds;
  return {begin, begin};
}

void add(Side& side, const ProcessPart& part, const RecordedMeeting& meeting) {
  const auto [from, until] = time_of(part, meeting);
  const std::uint64_t since_epoch =
      part.clocks.empty() ? 0 : part.began - part.clocks.front().nanoseconds;
  const std::string clock = part.boot_id + part.time_namespace;
  if (side.until == 0) {
    side.meeting = meeting;
    side.clock = clock;
    side.from = from, side.until = until;
    side.epoch_from = from + since_epoch, side.epoch_until = until + since_epoch;
    return;
  }
  if (side.clock != clock) side.clock.clear();
  side.from = std::min(side.from, from);
  side.until = std::max(side.until, until);
  side.epoch_from = std::min(side.epoch_from, from + since_epoch);
  side.epoch_until = std::max(side.epoch_until, until + since_epoch);
  if (side.meeting.port.empty()) side.meeting.port = meeting.port;
  if (side.meeting.root < 0) side.meeting.root = meeting.root;
}

std::vector<Side> sides_of(const std::vector<ProcessPart>& parts) {
  std::map<Name, Side> sides;
  for (const ProcessPart& part : parts)
    for (const RecordedMeeting& meeting : part.meetings) {
      const Name name{part.world, part.communicators[meeting.communicator].id};
      Side& side = sides[name];
      side.name = name;
      add(side, part, meeting);
    }
  std::vector<Side> all;
  for (auto& [name, side] : sides) all.push_back(std::move(side));
  return all;
}

// Returns Open MPI's name of a world: the first word.
std::string job_of(const ProcessPart& part) {
  const auto job = part.job.find("pmix");
  return job == part.job.end() ? "" : job->second.substr(0, job->second.find(' '));
}

// Returns the spawner as known to both sides: "JOB.RANK"; the name of a port. Empty: not known.
std::string place_of(const Side& side, const std::string& job) {
  const std::string& port = side.meeting.port;
  if (side.meeting.kind == Kind::Spawned) return port.substr(0, port.find(':'));
  if (side.meeting.kind != Kind::Spawn) return port;
  return job.empty() || side.meeting.root < 0 ? "" : fmt::format("{}.{}", job, side.meeting.root);
}

// Sides that may belong together.
struct Meetings {
  std::vector<const Side*> first;
  std::vector<const Side*> second;
  bool first_is_known = false;  // the place of any of them is known
  bool second_is_known = false;
};

using Key = std::tuple<bool, std::uint64_t, std::uint64_t, std::string>;

// Times on one clock, or on clocks that can only be compared by their dates, with less precision.
class Times {
 public:
  explicit Times(const Meetings& meetings) {
    const std::string& clock = meetings.first.front()->clock;
    for (const auto* sides : {&meetings.first, &meetings.second})
      for (const Side* side : *sides) one_clock_ &= !clock.empty() && side->clock == clock;
  }
  [[nodiscard]] std::uint64_t from(const Side* side) const {
    return one_clock_ ? side->from : side->epoch_from;
  }
  [[nodiscard]] std::uint64_t until(const Side* side) const {
    return one_clock_ ? side->until : side->epoch_until;
  }
  [[nodiscard]] bool overlap(const Side* a, const Side* b) const {
    constexpr std::uint64_t kDoubt = 1'000'000'000;
    const std::uint64_t doubt = one_clock_ ? 0 : kDoubt;
    return from(a) <= until(b) + doubt && from(b) <= until(a) + doubt;
  }
  void sort(std::vector<const Side*>& sides) const {
    std::ranges::sort(sides, {}, [this](const Side* side) { return until(side); });
  }
  // Returns whether each begins after the previous one has ended.
  [[nodiscard]] bool follow_each_other(const std::vector<const Side*>& sides) const {
    return std::ranges::adjacent_find(sides, [this](const Side* a, const Side* b) {
             return from(b) < until(a);
           }) == sides.end();
  }

 private:
  bool one_clock_ = true;
};

class Joiner {
 public:
  void join(Meetings& meetings) {
    const Times times(meetings);
    times.sort(meetings.first);
    times.sort(meetings.second);
    if (!join_in_order(meetings, times)) join_unique_pairs(meetings, times);
  }
  Bridges bridges;

 private:
  void bridge(const Side* first, const Side* second) {
    const std::string name = fmt::format("over {}", count_++);
    bridges[first->name] = bridges[second->name] = name;
  }

  bool join_in_order(const Meetings& meetings, const Times& times) {
    const auto& first = meetings.first;
    const auto& second = meetings.second;
    if (first.size() != second.size() || !times.follow_each_other(first)) return false;
    for (std::size_t i = 0; i < first.size(); ++i)
      if (!times.overlap(first[i], second[i])) return false;
    for (std::size_t i = 0; i < first.size(); ++i) bridge(first[i], second[i]);
    return true;
  }

  void join_unique_pairs(const Meetings& meetings, const Times& times) {
    constexpr std::size_t kMost = 1000;
    if (meetings.first.size() > kMost || meetings.second.size() > kMost) return;
    const auto only = [&](const Side* one, const auto& others) -> const Side* {
      const Side* found = nullptr;
      for (const Side* other : others)
        if (times.overlap(one, other)) {
          if (found != nullptr) return nullptr;
          found = other;
        }
      return found;
    };
    for (const Side* const first : meetings.first) {
      const Side* const second = only(first, meetings.second);
      if (second != nullptr && only(second, meetings.first) == first) bridge(first, second);
    }
  }

  std::uint64_t count_ = 0;
};

// Matches without a place, if at least one side does not know it: the root may not be recorded.
void join_all(const std::vector<Side>& sides, const std::map<std::uint64_t, std::string>& jobs,
              bool by_place, Joiner& joiner) {
  std::map<Key, Meetings> meetings;
  for (const Side& side : sides) {
    if (joiner.bridges.contains(side.name)) continue;
    const bool first = is_first(side);
    const bool spawned = side.meeting.kind == Kind::Spawn || side.meeting.kind == Kind::Spawned;
    const auto job = jobs.find(side.name.first);
    const std::string place = place_of(side, job == jobs.end() ? "" : job->second);
    Meetings& among =
        meetings[{spawned, first ? side.meeting.here : side.meeting.there,
                  first ? side.meeting.there : side.meeting.here, by_place ? place : ""}];
    (first ? among.first : among.second).push_back(&side);
    (first ? among.first_is_known : among.second_is_known) |= !place.empty();
  }
  for (auto& [key, among] : meetings)
    if (!among.first.empty() && !among.second.empty() &&
        (by_place || !among.first_is_known || !among.second_is_known))
      joiner.join(among);
}

}  // namespace

Bridges find_bridges(std::vector<ProcessPart>& parts) {
  std::map<std::uint64_t, std::string> jobs;  // keyed by world
  Joiner joiner;
  for (const ProcessPart& part : parts) {
    if (part.rank && part.recorded) jobs.try_emplace(part.world, job_of(part));
    for (const RecordedBridge& bridge : part.bridges)
      joiner.bridges[{part.world, part.communicators[bridge.communicator].id}] =
          "over " + bridge.token;
  }
  const std::vector<Side> sides = sides_of(parts);
  for (const bool by_place : {true, false}) join_all(sides, jobs, by_place, joiner);
  for (ProcessPart& part : parts)
    part.has_unknown_peers = std::ranges::any_of(part.meetings, [&](const auto& meeting) {
      return !joiner.bridges.contains({part.world, part.communicators[meeting.communicator].id});
    });
  return joiner.bridges;
}

}  // namespace lull::recorder
