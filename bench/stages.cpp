// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Breaks down the time of an analysis: runs analyses with more and more stages, in turn, and prints
// a Markdown table of the cost that each stage adds per event, in nanoseconds of processor time
// with one thread, and of processor and wall time with two; the minimum over the rounds.
//
// usage: lull-bench-stages ARCHIVE [ROUNDS [FIRST]]
//
// FIRST: number of the first stage to run, from 0; its cost includes the earlier stages.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/report/report_builder.hpp"
#include "lull/patterns/pattern_list.hpp"
#include "lull/report/cubex/cubex_writer.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "stopwatch.hpp"

namespace {

using namespace lull;
using namespace lull::analysis;

enum class Stage {
  Decoding,
  Replay,
  Posting,
  Matching,
  Patterns,
  Severities,
  Matrix,
  Map,
  Report,
  Count
};
constexpr std::size_t kStages = static_cast<std::size_t>(Stage::Count);
constexpr std::array<const char*, kStages> kNames{
    "decoding",   "replay of calls", "operations, posting", "matching", "patterns",
    "severities", "matrix",          "map of the run",      "report"};

// A trace without operations: skips their records.
class Calls final : public TraceSource {
 public:
  explicit Calls(const TraceSource& trace) : trace_(trace) {}
  [[nodiscard]] const Definitions& definitions() const override { return trace_.definitions(); }
  [[nodiscard]] std::unique_ptr<EventCursor> open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const override {
    return trace_.open(location, selection & select_events<Enter, Leave>(), attributes);
  }

 private:
  const TraceSource& trace_;
};

// Takes the posted operations, and drops them.
class Drain final : public Matcher {
 public:
  explicit Drain(OperationTypes types) : types_(std::move(types)) {}
  [[nodiscard]] OperationTypes takes() const override { return types_; }
  [[nodiscard]] std::vector<const EventType*> publishes() const override { return {}; }
  void take(Mails /*mails*/) override {}
  void add_to(MatchingNotes& /*notes*/) const override {}

 private:
  OperationTypes types_;
};

MatcherList drain(const MatcherPlace& place) {
  OperationTypes types;
  for (const auto& matcher : make_matchers(place))
    std::ranges::copy(matcher->takes(), std::back_inserter(types));
  MatcherList list;
  list.push_back(std::make_unique<Drain>(std::move(types)));
  return list;
}

// Runs the other patterns, but drops their charges.
class Spender final : public Pattern {
 public:
  explicit Spender(std::size_t locations) : nobody_(locations) {}
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {}; }
  void subscribe(Bus& bus) override { restriction_.emplace(bus.charges(), nobody_); }

 private:
  std::vector<bool> nobody_;
  std::optional<ChargeSink::Restriction> restriction_;
};

PatternFactory patterns_up_to(Stage stage, std::size_t locations) {
  if (stage < Stage::Patterns) return [] { return PatternList(); };
  if (stage > Stage::Patterns) return patterns::make_patterns;
  return [locations] {
    PatternList list = patterns::make_patterns();
    list.push_back(std::make_unique<Spender>(locations));
    return list;
  };
}

void decode(const TraceSource& trace, unsigned threads) {
  WorkerPool pool(threads);
  pool.run(trace.definitions().location_count(), [&trace](std::size_t, std::size_t index) {
    const auto cursor = trace.open(LocationId(index), LocationReplay::own_selection());
    while (!cursor->next().empty()) {
    }
  });
}

void write(const Analysis& analysis, const std::filesystem::path& to) {
  ReportFile file(to);
  const report::Report report = build_report(analysis, &file);
  file.finish(report);
}

struct Spent {
  std::vector<double> processor;
  std::vector<double> wall;
};

// Other activity on the machine only adds time.
double least(const std::vector<double>& values) { return *std::ranges::min_element(values); }

// Runs all stages up to `stage`. Returns the number of events.
std::uint64_t run_up_to(Stage stage, const std::filesystem::path& path, unsigned threads,
                        const std::filesystem::path& report, Spent& spent) {
  const bench::Stopwatch watch;
  const auto archive = open_archive(path);
  std::uint64_t events = 0;
  if (stage == Stage::Decoding) {
    decode(*archive, threads);
  } else {
    AnalysisOptions options;
    options.threads = threads;
    options.matrix = stage >= Stage::Matrix;
    options.map = stage >= Stage::Map;
    if (stage < Stage::Matching) options.matchers = drain;
    const Calls calls(*archive);
    const TraceSource& trace =
        stage == Stage::Replay ? static_cast<const TraceSource&>(calls) : *archive;
    Analysis analysis(trace, patterns_up_to(stage, archive->definitions().location_count()),
                      options);
    analysis.run();
    if (stage == Stage::Report) write(analysis, report);
    events = analysis.events();  // fewer without operations
  }
  spent.processor.push_back(watch.processor_seconds());
  spent.wall.push_back(watch.seconds());
  return events;
}

void measure(const std::filesystem::path& path, unsigned rounds, std::size_t first) {
  const std::filesystem::path report =
      std::filesystem::temp_directory_path() / fmt::format("lull-stages-{}.cubex", ::getpid());
  std::array<std::array<Spent, kStages>, 2> spent;
  std::uint64_t events = 1;
  for (unsigned round = 0; round < rounds; ++round)
    for (unsigned threads = 1; threads <= 2; ++threads)
      for (std::size_t stage = first; stage < kStages; ++stage)
        events = std::max(events, run_up_to(static_cast<Stage>(stage), path, threads, report,
                                            spent[threads - 1][stage]));
  std::filesystem::remove(report);
  const auto print = [&](const char* name, const auto& seconds_of) {
    fmt::print("| {} |", name);
    for (const double seconds :
         {seconds_of(spent[0], &Spent::processor), seconds_of(spent[1], &Spent::processor),
          seconds_of(spent[1], &Spent::wall)})
      fmt::print(" {:.1f} |", seconds / static_cast<double>(events) * 1e9);
    fmt::print("\n");
  };
  fmt::print("| {} events: ns per event | one thread | two threads | two threads, wall |\n",
             events);
  fmt::print("| --- | ---: | ---: | ---: |\n");
  for (std::size_t stage = first; stage < kStages; ++stage)
    print(kNames[stage], [stage, first](const auto& of, auto which) {
      const double all = least(of[stage].*which);
      return stage == first ? all : all - least(of[stage - 1].*which);
    });
  print("all", [](const auto& of, auto which) { return least(of.back().*which); });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    fmt::print(stderr, "usage: lull-bench-stages ARCHIVE [ROUNDS [FIRST]]\n");
    return 2;
  }
  try {
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
    const int first = argc > 3 ? std::atoi(argv[3]) : 0;
    measure(argv[1], static_cast<unsigned>(std::max(rounds, 1)),
            std::min<std::size_t>(std::max(first, 0), kStages - 1));
  } catch (const std::exception& error) {
    fmt::print(stderr, "lull-bench-stages: {}\n", error.what());
    return 1;
  }
}
