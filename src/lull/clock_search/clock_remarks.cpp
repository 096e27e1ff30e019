// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock_search/clock_remarks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/base/text/seconds_text.hpp"
#include "lull/clock/time_map.hpp"

namespace lull::analysis {
namespace {

// Returns the spread of the corrections in seconds: the larger one of the first and the last time.
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
  if (correction.jumps + correction.contradictions == 0) return {};
  std::string sentence;
  if (correction.jumps > 0)
    sentence =
        fmt::format("Clocks are set forward {}, by up to {}, where events were still out of order.",
                    counted(correction.jumps, "time"),
                    short_seconds(definitions.seconds(correction.greatest_push)));
  if (correction.contradictions > 0)
    sentence += fmt::format("{}{} the others, and {} not respected.", sentence.empty() ? "" : " ",
                            counted(correction.contradictions, "message or operation contradicts",
                                    "messages and operations contradict"),
                            correction.contradictions == 1 ? "is" : "are");
  return sentence;
}

Timestamp time_on_common_clock(const ClockCorrection::Step& step, const ClockCorrection& correction,
                               const Definitions& definitions) {
  const auto& locations = definitions.processes[step.process.index()].locations;
  if (locations.empty() || locations.front().index() >= correction.offsets.size()) return step.time;
  return TimeMap(correction.offsets[locations.front().index()])(step.time);
}

std::string sentence_on_steps(const ClockCorrection& correction, const Definitions& definitions) {
  constexpr std::size_t kMostShown = 5;
  if (correction.steps.empty()) return {};
  const Timestamp begin = definitions.clock.global_offset;
  std::string sentence = correction.steps.size() == 1 ? " A clock was set during the run: "
                                                      : " Clocks were set during the run: ";
  for (std::size_t i = 0; i < correction.steps.size() && i < kMostShown; ++i) {
    const ClockCorrection::Step& step = correction.steps[i];
    sentence +=
        fmt::format("{}that of {} by {} at {:.6f} s", i == 0 ? "" : ", ",
                    printable(definitions.processes[step.process.index()].name),
                    signed_seconds(-definitions.seconds(step.height)),
                    definitions.seconds(time_on_common_clock(step, correction, definitions) -
                                        correction.begin.value_or(begin)));
  }
  if (correction.steps.size() > kMostShown)
    sentence += fmt::format(" and {} more", correction.steps.size() - kMostShown);
  return sentence + '.';
}

std::vector<std::size_t> processes_with(ClockTies ties, const ClockCorrection& correction) {
  std::vector<std::size_t> processes;
  for (std::size_t i = 0; i < correction.ties.size(); ++i)
    if (correction.ties[i] == ties) processes.push_back(i);
  return processes;
}

std::string list(const std::vector<std::size_t>& processes, const Definitions& definitions) {
  constexpr std::size_t kMostShown = 4;
  std::string names;
  for (std::size_t i = 0; i < processes.size() && i < kMostShown; ++i)
    names += (i == 0 ? "" : ", ") + printable(definitions.processes[processes[i]].name);
  if (processes.size() > kMostShown)
    names += fmt::format(" and {} more", processes.size() - kMostShown);
  return names;
}

// Returns nothing for the trace's own offsets.
std::string_view remark_on_recorded(const ClockCorrection& correction) {
  if (correction.source == ClockSource::Measured)
    return correction.by_node
               ? "The processes of a node share one clock: its offset is the median of the offsets "
                 "they measured."
               : "";
  return correction.by_node
             ? "All processes ran on one node and share one clock: the recorded times are used "
               "without the measured clock offsets."
             : "The recorded times are used without the measured clock offsets.";
}

}  // namespace

std::string_view sentence_part(const ClockCorrection& correction) {
  switch (correction.source) {
    case ClockSource::Measured:
      return correction.by_node ? "the measured offsets of nodes" : "the measured offsets";
    case ClockSource::Raw:
      return "the times as they were recorded";
    case ClockSource::Messages:
      break;
  }
  return "clocks corrected using messages";
}

std::string remark_on_beginnings(const ClockCorrection& correction,
                                 const Definitions& definitions) {
  const auto& late = correction.late_beginnings;
  if (late.empty()) return {};
  const ClockCorrection::LateBeginning& one = late.front();
  const std::string others =
      late.size() > 1 ? fmt::format(" ({} more begin late, too)", grouped(late.size() - 1)) : "";
  return fmt::format(
      "{} begins {} after the first process on corrected clocks, {} as recorded{}: waiting "
      "for the difference results from the correction alone.",
      printable(definitions.processes[one.process.index()].name),
      short_seconds(definitions.seconds(one.late)),
      short_seconds(definitions.seconds(one.late - one.added)), others);
}

std::string remark_on_clocks(const ClockCorrection& correction, const Definitions& definitions) {
  if (correction.source != ClockSource::Messages) {
    const std::string remark(remark_on_recorded(correction));
    const std::string jumps = sentence_on_jumps(correction, definitions);
    return remark + (remark.empty() || jumps.empty() ? "" : " ") + jumps;
  }
  const double apart = greatest_difference(correction, definitions);
  std::string remark = fmt::format(
      "Clocks are corrected using messages, with one clock for each {}: they were {}.",
      correction.by_node ? "node" : "process",
      apart > 0 ? fmt::format("up to {} apart", short_seconds(apart)) : "synchronous before");
  remark += sentence_on_steps(correction, definitions);
  if (correction.jumps + correction.contradictions > 0)
    remark += ' ' + sentence_on_jumps(correction, definitions);
  const auto one_way = processes_with(ClockTies::OneWay, correction);
  if (!one_way.empty())
    remark += fmt::format(" The {} of {} ({}) {} bounded from one side only.",
                          one_way.size() == 1 ? "clock" : "clocks",
                          counted(one_way.size(), "process", "processes"),
                          list(one_way, definitions), one_way.size() == 1 ? "is" : "are");
  const auto unknown = processes_with(ClockTies::None, correction);
  if (!unknown.empty() && unknown.size() < correction.ties.size())
    remark += fmt::format(" {} ({}) {} no messages to or from others: the {} not corrected.",
                          counted(unknown.size(), "process", "processes"),
                          list(unknown, definitions), unknown.size() == 1 ? "has" : "have",
                          unknown.size() == 1 ? "clock is" : "clocks are");
  return remark;
}

}  // namespace lull::analysis
