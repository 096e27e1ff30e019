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

}  // namespace

analysis::ClockFindings observe_with_progress(const TraceSource& raw, unsigned threads) {
  std::uint64_t expected = 0;
  for (const Location& location : raw.definitions().locations) expected += location.events;
  Progress progress("comparing clocks", expected);
  analysis::AnalysisOptions options;
  options.threads = threads;
  options.progress = [&progress](std::uint64_t events) { progress.update(events); };
  return analysis::observe_clocks(raw, options);
}

ClockCorrection correction_for(ClockWish wish, const TraceSource& raw, unsigned threads) {
  if (wish == ClockWish::Measured) return {};
  if (wish == ClockWish::None) return {.source = ClockSource::Raw};
  const ClockHulls hulls = observe_with_progress(raw, threads).observations.hulls();
  return wish == ClockWish::Auto ? choose_clocks(hulls, raw.definitions())
                                 : clocks_from_messages(hulls, raw.definitions());
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
  if (correction.source == ClockSource::Measured) return {};
  if (correction.source == ClockSource::Raw)
    return "Times are taken as they were recorded, without the measured clock offsets.";
  std::string remark = fmt::format(
      "Clocks are corrected by what messages say, with one clock for each {}: they were up to "
      "{:.3g} s apart.",
      correction.by_node ? "node" : "process", greatest_difference(correction, definitions));
  if (!correction.holds_all) remark += " No straight lines satisfy all messages.";
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
