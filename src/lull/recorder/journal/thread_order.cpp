// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/journal/thread_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace lull::recorder {
namespace {

// A worker's number in its team, after its master's; for other threads their own number.
using Place = std::vector<std::uint32_t>;

class Workers {
 public:
  explicit Workers(const ProcessPart& part) : part_(part) {
    for (const bool nested : {false, true})
      for (const auto& [number, team] : part.teams)
        if (part.nested_teams.contains(number) == nested) place(team);
  }

  // All threads, in the order of the archive.
  [[nodiscard]] std::vector<std::uint32_t> ordered() const {
    std::vector<std::uint32_t> all;
    for (const auto& [thread, events] : part_.events) all.push_back(thread);
    std::ranges::stable_sort(all, {}, [this](std::uint32_t thread) {
      const auto known = places_.find(thread);
      const bool placed = known != places_.end();
      const std::size_t depth = placed ? known->second.size() : 0;
      return std::tuple(part_.workers.contains(thread), !placed, depth,
                        placed ? known->second : Place{});
    });
    return all;
  }

  // Empty for a thread that is not a worker, or was not in a team.
  [[nodiscard]] std::string name_of(std::uint32_t thread) const {
    const auto known = places_.find(thread);
    if (known == places_.end()) return "";
    std::string name;
    for (std::size_t i = known->second.size() - 1; i > 0; --i)
      name += fmt::format("{}OMP thread {}", name.empty() ? "" : " of ", known->second[i]);
    const std::uint32_t outermost = known->second.front();
    if (outermost == 0) return name;
    const auto named = part_.thread_names.find(outermost);
    return name + " of " +
           (named == part_.thread_names.end() ? fmt::format("Thread {}", outermost)
                                              : named->second);
  }

 private:
  void place(const std::vector<std::uint32_t>& team) {
    constexpr std::size_t kDeepest = 64;  // nested teams
    if (team.empty()) return;
    const auto known = places_.find(team.front());
    const Place master = known == places_.end() ? Place{team.front()} : known->second;
    if (master.size() > kDeepest) return;
    std::set<std::uint32_t>& taken = taken_[master];
    for (std::uint32_t index = 1; index < team.size(); ++index) {
      if (!part_.workers.contains(team[index]) || places_.contains(team[index])) continue;
      const bool free = taken.insert(index).second;
      const std::uint32_t own = free ? index : *taken.rbegin() + 1;
      taken.insert(own);
      Place found = master;
      found.push_back(own);
      places_[team[index]] = std::move(found);
    }
  }

  const ProcessPart& part_;
  std::map<std::uint32_t, Place> places_;
  std::map<Place, std::set<std::uint32_t>> taken_;  // numbers, by master
};

}  // namespace

void order_workers(ProcessPart& part) {
  if (part.workers.empty()) return;
  const Workers workers(part);
  std::map<std::uint32_t, std::uint32_t> numbers;  // keyed by previous number
  auto number = part.events.begin();
  std::map<std::uint32_t, std::string> names;
  for (const std::uint32_t thread : workers.ordered()) {
    const std::uint32_t own = (number++)->first;
    numbers[thread] = own;
    part.recorded_numbers[own] = thread;
    const auto named = part.thread_names.find(thread);
    std::string name = named == part.thread_names.end() ? workers.name_of(thread) : named->second;
    if (name.empty() && part.workers.contains(thread)) name = fmt::format("OMP thread {}", own);
    if (!name.empty()) names[own] = std::move(name);
  }
  const auto renumber = [&numbers](std::uint32_t& thread) {
    if (const auto known = numbers.find(thread); known != numbers.end()) thread = known->second;
  };
  std::map<std::uint32_t, std::uint64_t> events;
  for (const auto& [thread, count] : part.events) events[numbers[thread]] = count;
  part.events = std::move(events);
  part.thread_names = std::move(names);
  for (auto& [team, members] : part.teams) std::ranges::for_each(members, renumber);
  for (RecordedPlace& place : part.measures.places) renumber(place.thread);
}

}  // namespace lull::recorder
