// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Measures the detection of a trace's structure on one thread: processor time relative to reading
// its events, and memory relative to the events' memory. Prints a line of a Markdown table for each
// trace.
//
// usage: lull-bench-structure-speed RUNS ARCHIVE...
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <limits>
#include <vector>

#include "counted_memory.hpp"
#include "lull/structure/loops/main_loop.hpp"
#include "lull/trace/local/local_trace.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "stopwatch.hpp"

namespace {

using namespace lull;

template <class Work>
double fastest_of(int runs, Work&& work) {
  double fastest = std::numeric_limits<double>::max();
  for (int run = 0; run < runs; ++run) {
    const bench::Stopwatch stopwatch;
    work();
    fastest = std::min(fastest, stopwatch.processor_seconds());
  }
  return fastest;
}

std::uint64_t go_through(const TraceSource& trace) {
  std::uint64_t events = 0;
  for (std::size_t i = 0; i < trace.definitions().location_count(); ++i) {
    const auto cursor = trace.open(LocationId(i), select_all_events());
    for (auto next = cursor->next(); !next.empty(); next = cursor->next())
      for (const Event& event : next) events += structure::is_sample(event.body) ? 0 : 1;
  }
  return events;
}

std::vector<structure::LocationStructure> detect_all(const TraceSource& trace) {
  std::vector<structure::LocationStructure> all;
  for (std::size_t i = 0; i < trace.definitions().location_count(); ++i) {
    all.push_back(structure::detect(trace, LocationId(i)));
    static_cast<void>(structure::find_main_loop(all.back().grammar, trace.definitions()));
  }
  return all;
}

std::size_t peak_of_linear(const TraceSource& trace) {
  return bench::peak_of([&] {
    std::vector<LocalTrace> all;
    CallTree tree;
    for (std::size_t i = 0; i < trace.definitions().location_count(); ++i)
      all.emplace_back(trace, LocationId(i), tree, LocalTrace::Linear{});
  });
}

void measure(const char* path, int runs) {
  const auto archive = open_archive(path);
  std::uint64_t events = 0;
  const double walk = fastest_of(runs, [&] { events = go_through(*archive); });
  std::uint64_t rules = 0;
  const double both = fastest_of(runs, [&] {
    rules = 0;
    for (const auto& location : detect_all(*archive)) rules += location.patterns;
  });
  const std::size_t peak = bench::peak_of([&] { static_cast<void>(detect_all(*archive)); });
  const double number = static_cast<double>(events);
  const double detection = both - walk;
  fmt::print("| {} | {:.1f} | {:.1f} | {:.1f} | {:.2f} | {:.1f} | {} | {:.1f} | {:.1f} |\n",
             std::filesystem::absolute(path).parent_path().filename().string(), number / 1e6,
             walk / number * 1e9, detection / number * 1e9, detection, number / detection / 1e6,
             rules, static_cast<double>(peak) / number,
             static_cast<double>(peak_of_linear(*archive)) / number);
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 2 ? std::atoi(argv[1]) : 0;
  if (runs < 1) {
    fmt::print(stderr, "usage: lull-bench-structure-speed RUNS ARCHIVE...\n");
    return 2;
  }
  ::mallopt(M_MMAP_THRESHOLD, 64 << 20);  // the value that lull uses
  ::mallopt(M_TRIM_THRESHOLD, 256 << 20);
  try {
    fmt::print(
        "| trace | M events | reading, ns each | detection in addition, ns each | s | "
        "M events/s | rules | peak memory, bytes per event | relative to the linear trace |\n| --- "
        "|");
    for (int i = 0; i < 8; ++i) fmt::print(" ---: |");
    fmt::print("\n");
    for (int i = 2; i < argc; ++i) measure(argv[i], runs);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lull-bench-structure-speed: {}\n", error.what());
    return 1;
  }
}
