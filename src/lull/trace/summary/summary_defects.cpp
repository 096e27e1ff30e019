// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "lull/base/recording_properties.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/trace/definitions/places.hpp"
#include "lull/trace/summary/summary.hpp"

namespace lull {
namespace {

using Sentences = std::vector<std::string>;

// Sums a count over all locations, with the number of locations where it is not zero and the first
// of them.
struct Tally {
  std::uint64_t total = 0;
  std::size_t locations = 0;
  std::size_t first = 0;

  template <class Count>
  Tally(const TraceSummary& summary, Count count) {
    for (std::size_t i = 0; i < summary.locations.size(); ++i) {
      const std::uint64_t here = count(i, summary.locations[i]);
      if (here == 0) continue;
      if (locations++ == 0) first = i;
      total += here;
    }
  }
};

void damages(const TraceSummary& summary, Sentences& sentences) {
  constexpr std::size_t kShown = 5;
  const Tally damaged(summary, [](std::size_t, const auto& at) { return !at.damage.empty(); });
  std::size_t shown = 0;
  for (const LocationSummary& location : summary.locations)
    if (!location.damage.empty() && shown++ < kShown) sentences.push_back(location.damage);
  if (damaged.locations > kShown)
    sentences.push_back(
        fmt::format("{}.", counted(damaged.locations - kShown, "further location ends early",
                                   "further locations end early")));
}

void contradicting_counts(const Definitions& definitions, const TraceSummary& summary,
                          Sentences& sentences) {
  const Tally wrong(summary, [&](std::size_t i, const LocationSummary& at) {
    return at.damage.empty() && at.events != definitions.locations[i].events;
  });
  if (wrong.locations == 0) return;
  sentences.push_back(
      fmt::format("The definitions give a wrong number of events for {} of {}, for example {} "
                  "instead of {} for {}.",
                  grouped(wrong.locations), counted(summary.locations.size(), "location"),
                  definitions.locations[wrong.first].events, summary.locations[wrong.first].events,
                  place_of(definitions, LocationId(wrong.first))));
}

void regions(const Definitions& definitions, const TraceSummary& summary, Sentences& sentences) {
  const bool have_models = std::ranges::any_of(definitions.regions, [](const Region& region) {
    return region.paradigm != Paradigm::Unknown && region.paradigm != Paradigm::User &&
           region.paradigm != Paradigm::Compiler && region.paradigm != Paradigm::MeasurementSystem;
  });
  const bool parallel = std::ranges::any_of(definitions.groups, [](const Group& group) {
    return group.type == GroupType::CommLocations && group.paradigm != Paradigm::MeasurementSystem;
  });
  if (parallel && !have_models && !definitions.regions.empty())
    sentences.emplace_back(
        "No region belongs to a programming model: functions of MPI and OpenMP are identified by "
        "name only.");
  if (summary.undefined_regions > 0)
    sentences.push_back(counted(summary.undefined_regions,
                                "enter event refers to an undefined region.",
                                "enter events refer to undefined regions."));
}

void nesting(const Definitions& definitions, const TraceSummary& summary, Sentences& sentences) {
  NestingFaults faults;
  for (const LocationSummary& location : summary.locations) faults += location.nesting;
  for (std::string& sentence : sentences_of(faults, definitions, summary.first()))
    sentences.push_back(std::move(sentence));
}

// Returns whether the recording says that all processes were on one node.
bool have_one_clock(const Definitions& definitions) {
  const auto value = [&](const Process& process, const char* name) -> std::string {
    if (!process.node.defined()) return {};
    const Properties& properties = definitions.system_nodes[process.node.index()].properties;
    const auto found = std::ranges::find(properties, name, &Properties::value_type::first);
    return found == properties.end() ? "" : found->second;
  };
  const auto clock = [&](const Process& process) {
    return std::pair(value(process, recording_properties::kBootId),
                     value(process, recording_properties::kTimeNamespace));
  };
  const auto has_events = [&](const Process& process) {
    return std::ranges::any_of(process.locations, [&](LocationId location) {
      return definitions.locations[location.index()].events > 0;
    });
  };
  std::optional<std::pair<std::string, std::string>> first;
  for (const Process& process : definitions.processes) {
    if (!has_events(process)) continue;
    if (!first) first = clock(process);
    if (first->first.empty() || clock(process) != *first) return false;
  }
  return true;
}

void times(const Definitions& definitions, const TraceSummary& summary, Sentences& sentences) {
  const Tally backward(summary, [](std::size_t, const auto& at) { return at.backward; });
  if (backward.total > 0)
    sentences.push_back(fmt::format("Time runs backwards at {}, for example in {}.",
                                    counted(backward.total, "event"),
                                    place_of(definitions, LocationId(backward.first))));
  const bool measured = std::ranges::any_of(definitions.clock_offsets,
                                            [](const auto& offsets) { return !offsets.empty(); });
  if (definitions.processes.size() > 1 && !measured && !have_one_clock(definitions))
    sentences.emplace_back(
        "There are no clock offsets: times of different processes are compared uncorrected, "
        "even if their clocks disagree.");
}

void halves(const TraceSummary& summary, Sentences& sentences) {
  const auto count = [&summary](std::size_t kind) { return summary.events[kind]; };
  const std::uint64_t sent = count(kEventKind<MpiSend>) + count(kEventKind<MpiIsend>);
  const std::uint64_t received = count(kEventKind<MpiRecv>) + count(kEventKind<MpiIrecv>);
  if (sent != received)
    sentences.push_back(fmt::format(
        "{} sent and {} received. At least {} therefore unmatched; lull analyze, which matches "
        "messages one by one, may find more.",
        counted(sent, "message is", "messages are"), grouped(received),
        counted(std::max(sent, received) - std::min(sent, received), "is", "are")));
  const std::uint64_t begun = count(kEventKind<MpiCollectiveBegin>);
  const std::uint64_t ended = count(kEventKind<MpiCollectiveEnd>);
  if (begun != ended)
    sentences.push_back(fmt::format(
        "{} and {}.", counted(begun, "collective operation begins", "collective operations begin"),
        counted(ended, "ends", "end")));
  if (const std::uint64_t unknown = count(kEventKind<UnknownEvent>); unknown > 0)
    sentences.push_back(fmt::format("{} of a type that this version does not support.",
                                    counted(unknown, "event is", "events are")));
}

}  // namespace

Sentences find_defects(const Definitions& definitions, const TraceSummary& summary) {
  Sentences sentences = definitions.defects;
  damages(summary, sentences);
  contradicting_counts(definitions, summary, sentences);
  regions(definitions, summary, sentences);
  nesting(definitions, summary, sentences);
  times(definitions, summary, sentences);
  halves(summary, sentences);
  return sentences;
}

}  // namespace lull
