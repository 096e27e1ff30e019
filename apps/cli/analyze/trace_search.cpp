// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/analyze/trace_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "lull/base/progress.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/message.hpp"

namespace lull::cli {
namespace {

// The approximate memory that operations in progress take for each event of a slice.
constexpr std::uint64_t kBytesPerEvent = 128;
constexpr std::uint64_t kSmallestSlice = 1024;

analysis::AnalysisOptions options_of(const AnalyzeArguments& arguments, const Job& job) {
  analysis::AnalysisOptions options;
  options.threads = threads_of(arguments, job);
  options.partners = job.partners();
  if (arguments.memory > 0)
    options.slice_events = std::max(kSmallestSlice, arguments.memory / kBytesPerEvent);
  return options;
}

}  // namespace

std::uint64_t expected_events(const Definitions& definitions) {
  std::uint64_t events = 0;
  for (const Location& location : definitions.locations) events += location.events;
  return events;
}

unsigned threads_of(const AnalyzeArguments& arguments, const Job& job) {
  if (arguments.threads > 0) return arguments.threads;
  return std::max(1u, std::thread::hardware_concurrency() / static_cast<unsigned>(job.size_here()));
}

void TraceSearch::run(const ClockCorrection& correction) {
  take(correction);
  analyze();
  if (arguments_.clocks != ClockWish::Auto || is_settled(arguments_) || !is_violated()) return;
  ClockCorrection better;
  job_.all(
      [&] { better = correction_for(ClockWish::Auto, archive_, threads_of(arguments_, job_)); });
  if (!same_as_recorded(better, correction_)) {
    take(better);
    analyze();
    if (!is_violated()) return;
  }
  // Convex hulls miss some violations; a correction with pushes has removed them already.
  if (!better.pushes.empty()) return;
  job_.all([&] { correct_the_rest(better, archive_, threads_of(arguments_, job_)); });
  take(std::move(better));
  analyze();
}

void TraceSearch::take(ClockCorrection correction) {
  analysis_.reset();
  correction_ = std::move(correction);
  trace_.emplace(archive_, correction_);
  if (!arguments_.iterations) return;
  job_.all([&] {
    found_ = find_iterations(*trace_, arguments_.iterations_of, threads_of(arguments_, job_));
  });
}

void TraceSearch::analyze() {
  Progress progress("analyzing", expected_events(archive_.definitions()));
  analysis::AnalysisOptions options = options_of(arguments_, job_);
  plugins_.add_to(options);
  specified_.add_to(options);
  if (job_.is_first())
    options.progress = [this, &progress](std::uint64_t events) {
      progress.update(events);
      if (arguments_.check) arguments_.check();
    };
  if (found_) options.iterations = &found_->borders;
  options.clocks = &correction_;
  options.map = options.matrix = options.focus = true;
  job_.jointly([&] {
    analysis_.emplace(*trace_, specified_.with(plugins_.patterns()), options);
    if (const std::size_t refused = analysis_->refused_threads(); refused > 0)
      print_message(fmt::format(
          "only {} of {} could be started; the analysis continues with fewer threads",
          grouped(analysis_->threads()), counted(analysis_->threads() + refused, "thread")));
    analysis_->run();
  });
}

bool TraceSearch::is_violated() const {
  const analysis::MatchingNotes& notes = analysis_->notes();
  bool violated = notes.all_clock_violations().count + notes.reversed_collectives.count > 0;
  if (analysis::Partners* const partners = job_.partners(); partners != nullptr)
    job_.jointly([&] {
      const auto either = [](const Bytes& lower, const Bytes& higher) {
        return lower.empty() ? higher : lower;
      };
      violated = !partners->reduce(violated ? Bytes(1) : Bytes(), either).empty();
    });
  return violated;
}

}  // namespace lull::cli
