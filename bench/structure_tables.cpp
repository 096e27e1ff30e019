// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The tables II and III of Trahay et al., Selecting Points of Interest in Traces Using Patterns of
// Events, for traces of the NAS kernels. The paper's are of class A, recorded by EZTrace; events
// are in thousands of them. Kernels that are not there are left out.
//
// usage: lull-bench-structure-tables DIRECTORY     (with npb-bt-s-16, npb-cg-s-16, ...)
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <limits>
#include <thread>
#include <vector>

#include "lull/structure/iterations.hpp"
#include "lull/trace/local_trace.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "stopwatch.hpp"

namespace {

using namespace lull;
using structure::Grammar;

struct Kernel {
  const char* archive;
  const char* own_iterations;  // by its output
  // Of the paper.
  std::uint64_t events;
  std::uint64_t patterns;
  double detection;  // ms
  std::uint64_t pattern_size;
  std::uint64_t iterations;
  double occupation;   // % of the events
  std::uint64_t left;  // events after filtering
  double reduction;    // %
  // Of a prototype on the same traces, location 0.
  const char* found;
  double share;  // % of the events
};

constexpr std::array<Kernel, 8> kKernels{{
    {"npb-ep-a-16", "none", 3090, 32, 3.51, 31, 5, 96.9, 2873, 7.0, "4", 38.1},
    {"npb-ft-s-16", "6", 10256, 80, 9.44, 31, 6, 91.2, 6704, 34.6, "6", 44.4},
    {"npb-is-s-16", "10 + 1", 18552, 48, 35.43, 96, 11, 91.0, 15948, 14.0, "11", 77.6},
    {"npb-cg-s-16", "15 + 1", 284754, 160, 178.23, 1104, 16, 99.2, 11724, 95.8, "15, 1 before",
     93.6},
    {"npb-mg-s-16", "4", 118688, 2728, 186.17, 31, 101, 42.2, 41031, 65.4, "4", 67.0},
    {"npb-sp-s-16", "100 + 1", 557318, 174, 596.84, 86, 401, 99.0, 68287, 87.7, "100, 1 before",
     98.5},
    {"npb-bt-s-16", "60 + 1", 399944, 112, 951.50, 122, 201, 98.1, 24338, 93.9, "60, 1 before",
     97.6},
    {"npb-lu-s-16", "50", 4568002, 210, 4564.80, 756, 248, 98.6, 42881, 99.0, "50", 95.6},
}};

// Of all locations together, but where said.
struct Found {
  std::uint64_t events = 0;
  std::size_t locations = 0;
  std::uint64_t sequences = 0;
  std::uint64_t calls = 0;
  std::uint64_t loops = 0;
  double detection = 0;  // ms, on one thread
  double main_loop = 0;  // ms
  std::size_t grammar_bytes = 0;
  std::size_t linear_bytes = 0;
  std::string iterations;
  std::uint64_t body_events = 0;  // location 0
  double share = 0;               // %, location 0
  double occupation = 0;          // %
  std::size_t kept = 0;           // iterations
  std::size_t all = 0;
  std::uint64_t left = 0;
};

using LocationEvents = std::vector<EventBody>;

std::vector<LocationEvents> events_of(const TraceSource& trace) {
  std::vector<LocationEvents> events(trace.definitions().location_count());
  for (std::size_t i = 0; i < events.size(); ++i)
    structure::for_each_event(trace, LocationId(i),
                              [&](const Event& event) { events[i].push_back(event.body); });
  return events;
}

Grammar grammar_of(const Definitions& definitions, const LocationEvents& events) {
  Grammar grammar;
  structure::Detector detector(definitions, grammar);
  for (const EventBody& body : events) detector.add(body);
  detector.finish();
  return grammar;
}

void count_patterns(const Grammar& grammar, Found& found) {
  const auto count_loops = [&](std::span<const structure::Item> items) {
    for (const structure::Item item : items) found.loops += item.count > 1 ? 1 : 0;
  };
  count_loops(grammar.whole());
  for (std::size_t i = 0; i < grammar.size(); ++i) {
    const Grammar::Rule& rule = grammar[structure::SymbolId(i)];
    found.calls += rule.kind == Grammar::Kind::Call ? 1 : 0;
    found.sequences += rule.kind == Grammar::Kind::Sequence ? 1 : 0;
    if (rule.kind != Grammar::Kind::Event) count_loops(grammar.items(structure::SymbolId(i)));
  }
  found.grammar_bytes += grammar.bytes();
}

// Of events that are in memory.
void measure_detection(const TraceSource& trace, Found& found) {
  constexpr int kRuns = 5;
  const std::vector<LocationEvents> events = events_of(trace);
  found.detection = found.main_loop = std::numeric_limits<double>::max();
  for (int run = 0; run < kRuns; ++run) {
    std::vector<Grammar> grammars;
    const bench::Stopwatch detection;
    for (const LocationEvents& location : events)
      grammars.push_back(grammar_of(trace.definitions(), location));
    found.detection = std::min(found.detection, detection.processor_seconds() * 1e3);
    const bench::Stopwatch main_loop;
    for (Grammar& grammar : grammars)
      static_cast<void>(structure::find_main_loop(grammar, trace.definitions()));
    found.main_loop = std::min(found.main_loop, main_loop.processor_seconds() * 1e3);
  }
  for (const LocationEvents& location : events)
    count_patterns(grammar_of(trace.definitions(), location), found);
}

std::size_t linear_bytes_of(const TraceSource& trace) {
  std::size_t bytes = 0;
  CallTree tree;
  for (std::size_t i = 0; i < trace.definitions().location_count(); ++i)
    bytes += LocalTrace(trace, LocationId(i), tree, LocalTrace::Linear{}).bytes();
  return bytes;
}

void measure_main_loop(const structure::ProgramStructure& program, Found& found) {
  std::uint64_t in_loops = 0;
  for (std::size_t i = 0; i < program.loops.size(); ++i)
    if (const structure::MainLoop* loop = program.aligned_loop(LocationId(i)))
      in_loops += loop->events();
  found.occupation = 100.0 * static_cast<double>(in_loops) / static_cast<double>(found.events);
  found.iterations = fmt::format("{}{}", program.agreement.iterations,
                                 program.agreement.warm_up ? ", 1 before" : "");
  const structure::MainLoop* first = program.aligned_loop(LocationId(0));
  if (first == nullptr) return;
  found.body_events = first->body_events;
  found.share = 100.0 * static_cast<double>(first->events()) /
                static_cast<double>(program.locations[0].events);
}

// What a filter leaves that keeps the representatives of iterations, and everything around.
std::uint64_t events_after_filtering(const structure::ProgramStructure& program,
                                     const structure::Iterations& iterations,
                                     const std::vector<bool>& kept) {
  std::uint64_t events = program.events();
  for (const auto& borders : iterations.positions)
    for (std::size_t i = 0; i + 1 < borders.size(); ++i)
      if (!kept[i]) events -= borders[i + 1] - borders[i];
  return events;
}

void filter(const TraceSource& trace, const structure::ProgramStructure& program,
            std::size_t threads, Found& found) {
  const auto iterations = structure::iterations_of(trace, program, threads);
  const auto groups = structure::group_iterations(iterations, trace.definitions(), 0.1,
                                                  structure::most_groups_of(iterations.number));
  const std::vector<bool> kept = structure::representatives(groups);
  found.all = iterations.number;
  found.kept = static_cast<std::size_t>(std::ranges::count(kept, true));
  found.left = events_after_filtering(program, iterations, kept);
}

Found measure(const std::filesystem::path& path) {
  const auto trace = open_archive(path);
  const std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
  const structure::ProgramStructure program = structure::structure_of(*trace, threads);
  Found found;
  found.events = program.events();
  found.locations = program.locations.size();
  measure_detection(*trace, found);
  found.linear_bytes = linear_bytes_of(*trace);
  measure_main_loop(program, found);
  filter(*trace, program, threads, found);
  return found;
}

struct Row {
  const Kernel& paper;
  Found found;
};

double per_million(double milliseconds, std::uint64_t events) {
  return milliseconds * 1e6 / static_cast<double>(events);
}

void print_patterns(const std::vector<Row>& rows) {
  fmt::print(
      "Patterns (the paper's figures behind the double bar)\n\n"
      "| kernel | events | sequences, calls, loops | detection on one core, ms | looking for the "
      "main loop, ms | both, ms for a million events | grammar, kB | linear trace, kB || events | "
      "patterns | ms on four cores | ms for a million |\n| --- | ---: | ---: | ---: | ---: | ---: "
      "| ---: | ---: | --- | ---: | ---: | ---: | ---: |\n");
  for (const auto& [paper, found] : rows)
    fmt::print(
        "| {} | {} | {}, {}, {} | {:.2f} | {:.2f} | {:.0f} | {:.0f} | {:.0f} || {} | {} | {:.2f} | "
        "{:.0f} |\n",
        paper.archive, found.events, found.sequences, found.calls, found.loops, found.detection,
        found.main_loop, per_million(found.detection + found.main_loop, found.events),
        static_cast<double>(found.grammar_bytes) / 1e3,
        static_cast<double>(found.linear_bytes) / 1e3, paper.events, paper.patterns,
        paper.detection, per_million(paper.detection, paper.events));
}

void print_loops(const std::vector<Row>& rows) {
  fmt::print(
      "\nThe outermost loop\n\n"
      "| kernel | iterations | of the prototype | of the kernel | events each | share of events, "
      "location 0 | of the prototype | all locations || iterations | events each | share |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: |\n");
  for (const auto& [paper, found] : rows)
    fmt::print(
        "| {} | {} | {} | {} | {} | {:.1f} % | {:.1f} % | {:.1f} % || {} | {} | {:.1f} % |\n",
        paper.archive, found.iterations, paper.found, paper.own_iterations, found.body_events,
        found.share, paper.share, found.occupation, paper.iterations, paper.pattern_size,
        paper.occupation);
}

void print_filtering(const std::vector<Row>& rows) {
  fmt::print(
      "\nFiltering (window 10 %)\n\n"
      "| kernel | events | iterations kept | events after filtering | for each process | reduction "
      "|| events | after filtering | reduction |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: |\n");
  for (const auto& [paper, found] : rows)
    fmt::print("| {} | {} | {} of {} | {} | {:.1f} | {:.1f} % || {} | {} | {:.1f} % |\n",
               paper.archive, found.events, found.kept, found.all, found.left,
               static_cast<double>(found.left) / static_cast<double>(found.locations),
               100 - 100.0 * static_cast<double>(found.left) / static_cast<double>(found.events),
               paper.events, paper.left, paper.reduction);
}

void run(const std::filesystem::path& directory) {
  std::vector<Row> rows;
  for (const Kernel& kernel : kKernels)
    if (std::filesystem::exists(directory / kernel.archive))
      rows.push_back({kernel, measure(directory / kernel.archive)});
  print_patterns(rows);
  print_loops(rows);
  print_filtering(rows);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: lull-bench-structure-tables DIRECTORY\n");
    return 2;
  }
  try {
    run(argv[1]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lull-bench-structure-tables: {}\n", error.what());
    return 1;
  }
}
