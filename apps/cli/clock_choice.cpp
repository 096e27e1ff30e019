// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/clock_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "lull/base/counted.hpp"
#include "lull/base/progress.hpp"

namespace lull::cli {
namespace {

// How far apart clocks are set that were not so before: seconds, at the first and the last moment.
double greatest_difference(const ClockCorrection& correction, const Definitions& definitions) {
  double greatest = 0;
  for (std::size_t knot = 0; knot < 2; ++knot) {
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const auto& offsets : correction.offsets) {
      if (offsets.size() <= knot) continue;
      const double offset = definitions.seconds(Duration{offsets[knot].offset});
      least = std::min(least, offset);
      most = std::max(most, offset);
    }
    greatest = std::max(greatest, most - least);
  }
  return greatest;
}

std::string sentence_on_jumps(const ClockCorrection& correction, const Definitions& definitions) {
  if (correction.pushes.empty()) return {};
  std::string sentence = fmt::format(
      "No straight lines satisfy all messages: clocks are set forward {}, by up to {:.3g} s in "
      "all, "
      "where something still came before it was sent.",
      counted(correction.jumps, "time"), definitions.seconds(correction.greatest_push));
  if (correction.contradictions > 0)
    sentence += fmt::format(
        " {} contradict the others, and are left as they are.",
        counted(correction.contradictions, "message or operation", "messages and operations"));
  return sentence;
}

// What goes through the trace with options.
template <class Pass>
auto with_progress(std::string_view what, const TraceSource& raw, unsigned threads, Pass pass) {
  std::uint64_t expected = 0;
  for (const Location& location : raw.definitions().locations) expected += location.events;
  Progress progress(std::string(what), expected);
  analysis::AnalysisOptions options;
  options.threads = threads;
  options.progress = [&progress](std::uint64_t events) { progress.update(events); };
  return pass(options);
}

}  // namespace

analysis::ClockFindings observe_with_progress(const TraceSource& raw, unsigned threads) {
  return with_progress("comparing clocks", raw, threads,
                       [&](const auto& options) { return analysis::observe_clocks(raw, options); });
}

ClockCorrection correction_for(ClockWish wish, const TraceSource& raw, unsigned threads) {
  return with_progress("comparing clocks", raw, threads, [&](const auto& options) {
    return analysis::correct_clocks(wish, raw, options);
  });
}

void correct_the_rest(ClockCorrection& correction, const TraceSource& raw, unsigned threads) {
  with_progress("correcting clocks", raw, threads,
                [&](const auto& options) { analysis::correct_the_rest(correction, raw, options); });
}

std::string_view sentence_part(ClockSource source) {
  switch (source) {
    case ClockSource::Measured:
      return "the measured offsets";
    case ClockSource::Raw:
      return "the times as they were recorded";
    case ClockSource::Messages:
      break;
  }
  return "clocks that are corrected by what messages say";
}

std::string remark_on_clocks(const ClockCorrection& correction, const Definitions& definitions) {
  if (correction.source == ClockSource::Measured) return sentence_on_jumps(correction, definitions);
  if (correction.source == ClockSource::Raw)
    return "Times are taken as they were recorded, without the measured clock offsets.";
  std::string remark = fmt::format(
      "Clocks are corrected by what messages say, with one clock for each {}: they were up to "
      "{:.3g} s apart.",
      correction.by_node ? "node" : "process", greatest_difference(correction, definitions));
  if (!correction.holds_all) remark += ' ' + sentence_on_jumps(correction, definitions);
  const auto one_way =
      static_cast<std::uint64_t>(std::ranges::count(correction.ties, ClockTies::OneWay));
  if (one_way > 0)
    remark +=
        fmt::format(" The {} of {} only bounded from one side.", one_way == 1 ? "clock" : "clocks",
                    counted(one_way, "process is", "processes are"));
  const auto unknown =
      static_cast<std::uint64_t>(std::ranges::count(correction.ties, ClockTies::None));
  if (unknown > 0 && definitions.processes.size() > 1 && !correction.by_node)
    remark += fmt::format(" {} no messages with others: the {} not corrected.",
                          counted(unknown, "process has", "processes have"),
                          unknown == 1 ? "clock is" : "clocks are");
  return remark;
}

}  // namespace lull::cli
