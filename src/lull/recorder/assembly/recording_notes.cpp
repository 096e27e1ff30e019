// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/recording_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "lull/base/recording_properties.hpp"

namespace lull::recorder {
namespace {

namespace names = recording_properties;

using Applies = std::function<bool(const ProcessPart&)>;

// Returns a list of ranks: "0-3,7"
std::string list_of(std::span<const ProcessPart> parts, const Applies& applies) {
  std::string list;
  for (std::size_t first = 0; first < parts.size(); ++first) {
    if (!applies(parts[first])) continue;
    std::size_t last = first;
    while (last + 1 < parts.size() && applies(parts[last + 1])) ++last;
    list += list.empty() ? "" : ",";
    list += first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
    first = last;
  }
  return list;
}

Applies stopped_by(const char* reason) {
  return [reason](const ProcessPart& part) { return part.stop.reason == reason; };
}

// Returns the processes of each run that was not spawned by another; empty if there is only one.
std::string runs_of(std::span<const ProcessPart> parts) {
  std::map<std::uint64_t, std::pair<std::size_t, std::size_t>>
      runs;  // first and last process, by world
  for (std::size_t i = 0; i < parts.size() && parts[i].rank; ++i)
    if (!parts[i].spawned) runs.try_emplace(parts[i].world, i, i).first->second.second = i;
  std::string list;
  for (const auto& [world, ends] : runs) {
    const auto& [first, last] = ends;
    list += list.empty() ? "" : "; ";
    list += first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
  }
  return runs.size() > 1 ? list : "";
}

// Returns whether the end of the process has no other explanation.
bool is_killed(const ProcessPart& part) {
  return !part.ended && !part.executed && part.stop.reason.empty();
}

}  // namespace

ArchiveProperties recording_notes(std::span<const ProcessPart> parts,
                                  std::uint64_t ticks_per_second) {
  ArchiveProperties properties;
  const auto add = [&](const char* name, const Applies& applies) {
    std::string list = list_of(parts, applies);
    if (!list.empty()) properties.emplace_back(name, std::move(list));
    return !properties.empty() && properties.back().first == name;
  };
  add(names::kNotRecorded, [](const ProcessPart& part) { return !part.recorded; });
  add(names::kUnknownPeers, [](const ProcessPart& part) { return part.has_unknown_peers; });
  if (std::string runs = runs_of(parts); !runs.empty())
    properties.emplace_back(names::kRuns, std::move(runs));
  add(names::kDiskFull, stopped_by(kStoppedByFullDisk));
  add(names::kFileSize, stopped_by(kStoppedByFileSize));
  add(names::kLimit, stopped_by(kStoppedByLimit));
  if (add(names::kFailure, stopped_by(kStoppedByFailure)))
    properties.emplace_back(names::kFailureReason,
                            std::ranges::find_if(parts, stopped_by(kStoppedByFailure))->stop.text);
  add(names::kKilled, is_killed);
  add(names::kDated, [](const ProcessPart& part) { return part.dated; });
  add(names::kLastEventsLost, [](const ProcessPart& part) { return part.memory_lost; });
  if (add(names::kInterrupted, [](const ProcessPart& part) { return part.lost_in_handlers > 0; })) {
    std::uint64_t events = 0;
    for (const ProcessPart& part : parts) events += part.lost_in_handlers;
    properties.emplace_back(names::kInterruptedEvents, fmt::format("{}", events));
  }
  add(names::kExecuted, [](const ProcessPart& part) { return part.executed; });
  if (add(names::kSwitchedOff, [](const ProcessPart& part) { return part.times_off > 0; })) {
    std::uint64_t ticks = 0;
    for (const ProcessPart& part : parts) ticks += part.ticks_off;
    properties.emplace_back(
        names::kSwitchedOffSeconds,
        fmt::format("{:.6f}", static_cast<double>(ticks) / static_cast<double>(ticks_per_second)));
  }
  if (add(names::kForked, [](const ProcessPart& part) { return part.forks > 0; })) {
    std::uint64_t forks = 0;
    for (const ProcessPart& part : parts) forks += part.forks;
    properties.emplace_back(names::kForkedChildren, fmt::format("{}", forks));
  }
  add(names::kOwnOmptTool, [](const ProcessPart& part) { return part.own_ompt_tool; });
  add(names::kOwnAllocator, [](const ProcessPart& part) { return part.own_allocator; });
  // Launcher scripts may also be recorded: it is enough if one process has functions.
  if (std::ranges::all_of(parts, &ProcessPart::not_instrumented))
    add(names::kNotInstrumented, [](const ProcessPart& part) { return part.not_instrumented; });
  return properties;
}

}  // namespace lull::recorder
