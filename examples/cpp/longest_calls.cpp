// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Prints the longest call of each location, from its events in memory, with the standard library's
// algorithms and ranges.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <ranges>

#include "lull/clock/corrected_trace.hpp"
#include "lull/trace/local/local_trace.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

static void print_longest(const lull::LocalTrace& trace, const lull::Definitions& definitions) {
  lull::Duration longest;
  lull::RegionId region;
  for (auto event = trace.begin(); event != trace.end(); ++event) {
    const auto* const enter = std::get_if<lull::Enter>(&event->body);
    auto end = event;
    if (enter == nullptr || !end.to_leave()) continue;
    auto caller = event;
    if (!caller.to_enter() || end->time - event->time <= longest) continue;  // ignores the program
    longest = end->time - event->time;
    region = enter->region;
  }
  const auto receives = std::ranges::count_if(trace, [](const lull::Event& event) {
    return std::holds_alternative<lull::MpiRecv>(event.body);
  });
  if (!region.defined()) return;
  std::printf("location %u: %s, %.9f s; %td receives\n", trace.location().value,
              definitions.regions[region.index()].name.c_str(), definitions.seconds(longest),
              receives);
}

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: longest_calls ARCHIVE\n");
    return 2;
  }
  try {
    const auto archive = lull::open_archive(argv[1]);
    const lull::CorrectedTrace source(*archive);
    lull::CallTree tree;
    for (std::size_t i = 0; i < source.definitions().location_count(); ++i)
      print_longest({source, lull::LocationId(i), tree, lull::LocalTrace::Linear{}},
                    source.definitions());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "longest_calls: %s\n", error.what());
    return 1;
  }
}
