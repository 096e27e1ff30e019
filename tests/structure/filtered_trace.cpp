// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "structure/filtered_trace.hpp"

#include <fmt/format.h>

#include <map>
#include <random>

#include "lull/structure/detection/detection.hpp"
#include "lull/trace/event/event_names.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/rules/open_regions.hpp"

namespace lull::structure {

std::unique_ptr<MemoryTrace> read_trace(const TraceSource& source) {
  auto trace = std::make_unique<MemoryTrace>();
  trace->definitions_table = source.definitions();
  for (std::size_t i = 0; i < source.definitions().locations.size(); ++i) {
    std::vector<Event>& read = trace->events.emplace_back();
    const auto cursor = source.open(LocationId(i), select_all_events(), Attributes::Read);
    for (auto events = cursor->next(); !events.empty(); events = cursor->next())
      for (Event event : events) {
        if (event.attributes != nullptr) event.attributes = trace->store(*event.attributes);
        if (auto* sample = std::get_if<MetricSample>(&event.body))
          sample->values =
              trace->store(std::vector<Value>(sample->values.begin(), sample->values.end()));
        read.push_back(event);
      }
  }
  return trace;
}

std::unique_ptr<Filtered> filtered(const TraceSource& source, const Selection& selection) {
  auto result = std::make_unique<Filtered>();
  result->report = write_filtered(source, selection, result->directory / "small");
  result->trace = read_trace(*open_archive(result->directory / "small"));
  return result;
}

Faults::Faults(const MemoryTrace& trace, std::size_t location) {
  struct Frame {
    RegionId region;
  };
  OpenRegions<Frame> regions(trace.definitions_table);
  for (const Event& event : trace.events[location]) {
    std::size_t closed = 0;
    const auto open_region = [](RegionId region) { return Frame{region}; };
    const RegionEffect effect =
        regions.follow(event.body, open_region, [&](const Frame&) { ++closed; });
    if (effect == RegionEffect::Stray) ++strays;
    if (effect == RegionEffect::Leaves) skipped += closed - 1;
  }
  open = regions.stack().size();
}

std::vector<std::string> lines_of(const MemoryTrace& trace, std::size_t location) {
  std::vector<std::string> lines;
  for (const Event& event : trace.events[location]) {
    std::string line = fmt::format("{} {}", event.time.ticks, name_of_event(event.body.index()));
    if (const auto region = region_of(event.body, trace.definitions_table))
      line += " " + trace.definitions_table.regions[region->index()].name;
    if (const auto* measurement = std::get_if<MeasurementOnOff>(&event.body))
      line += measurement->on ? " on" : " off";
    lines.push_back(line);
  }
  return lines;
}

namespace {

struct Frame {
  RegionId region;
};

// The nesting depths before each event, except for samples, and after the last event.
struct Nesting {
  std::vector<std::size_t> depths;

  Nesting(const MemoryTrace& trace, std::size_t location) {
    OpenRegions<Frame> regions(trace.definitions_table);
    std::string teams;  // open teams
    for (const Event& event : trace.events[location]) {
      if (is_sample(event.body)) continue;
      depths.push_back(regions.stack().size() + teams.size());
      const auto open = [](RegionId region) { return Frame{region}; };
      regions.follow(event.body, open, [](const Frame&) {});
      if (std::holds_alternative<ThreadFork>(event.body)) teams += 'f';
      if (std::holds_alternative<ThreadTeamBegin>(event.body)) teams += 't';
      if (std::holds_alternative<ProgramBegin>(event.body)) teams += 'p';
      if (std::holds_alternative<ThreadJoin>(event.body)) close(teams, 'f');
      if (std::holds_alternative<ThreadTeamEnd>(event.body)) close(teams, 't');
      if (std::holds_alternative<ProgramEnd>(event.body)) close(teams, 'p');
    }
    depths.push_back(regions.stack().size() + teams.size());
  }

 private:
  // Also closes everything nested inside it.
  static void close(std::string& open, char kind) {
    if (const std::size_t last = open.rfind(kind); last != open.npos) open.resize(last);
  }
};

}  // namespace

std::vector<std::vector<Cut>> random_cuts(const MemoryTrace& trace, std::uint64_t seed,
                                          unsigned percent) {
  std::mt19937_64 random(seed);
  std::vector<std::vector<Cut>> cuts;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const std::vector<std::size_t> depths = Nesting(trace, i).depths;
    std::vector<Cut>& own = cuts.emplace_back();
    for (std::uint64_t at = 0; at + 1 < depths.size(); ++at) {
      if (random() % 100 >= percent / 4) continue;
      // Cuts up to a random place at the same depth.
      std::uint64_t last = at;
      for (std::uint64_t end = at + 1; end < depths.size() && depths[end] >= depths[at]; ++end)
        if (depths[end] == depths[at] && (last == at || random() % 3 == 0)) last = end;
      if (last > at && last - at < depths.size() / 3) {
        own.push_back({at, last});
        at = last;
      }
    }
  }
  return cuts;
}

}  // namespace lull::structure
