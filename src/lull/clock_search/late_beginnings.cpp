// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock_search/late_beginnings.hpp"

#include <algorithm>
#include <functional>

#include "lull/clock/corrected_trace.hpp"

namespace lull::analysis {
namespace {

constexpr double kLeastReported = 1e-3;  // seconds
constexpr double kPartOfRun = 0.01;      // likewise, as a fraction of the run

// Returns the first times, indexed by process; the end of time if a process has no events.
std::vector<Timestamp> beginnings_of(const TraceSource& trace) {
  const Definitions& definitions = trace.definitions();
  std::vector<Timestamp> beginnings(definitions.processes.size(), kEndOfTime);
  for (std::uint32_t i = 0; i < definitions.locations.size(); ++i) {
    const ProcessId process = definitions.locations[i].process;
    if (!process.defined()) continue;
    const auto cursor = trace.open(LocationId{i}, select_all_events());
    const auto events = cursor->next();
    if (events.empty()) continue;
    Timestamp& beginning = beginnings[process.index()];
    beginning = std::min(beginning, events.front().time);
  }
  return beginnings;
}

// Returns the delays relative to the process that begins first.
std::vector<Duration> delays_of(const std::vector<Timestamp>& beginnings) {
  const Timestamp first = *std::ranges::min_element(beginnings);
  std::vector<Duration> delays;
  for (const Timestamp beginning : beginnings)
    delays.push_back(beginning == kEndOfTime ? Duration{} : beginning - first);
  return delays;
}

// Returns the late beginnings, latest first.
std::vector<ClockCorrection::LateBeginning> late_ones(const std::vector<Timestamp>& recorded,
                                                      const std::vector<Timestamp>& corrected,
                                                      const Definitions& definitions) {
  const std::vector<Duration> before = delays_of(recorded);
  const std::vector<Duration> now = delays_of(corrected);
  const double run =
      definitions.seconds(Duration{static_cast<std::int64_t>(definitions.clock.trace_length)});
  std::vector<ClockCorrection::LateBeginning> late;
  for (std::uint32_t i = 0; i < now.size(); ++i) {
    const Duration added = now[i] - before[i];
    if (definitions.seconds(added) > std::max(kLeastReported, kPartOfRun * run))
      late.push_back({ProcessId{i}, corrected[i], now[i], added});
  }
  std::ranges::sort(late, std::greater(), &ClockCorrection::LateBeginning::late);
  return late;
}

}  // namespace

void note_beginnings(ClockCorrection& correction, const TraceSource& raw) {
  correction.begin.reset();
  correction.late_beginnings.clear();
  if (correction.source != ClockSource::Messages) return;
  const std::vector<Timestamp> corrected = beginnings_of(CorrectedTrace(raw, correction));
  const auto first = std::ranges::min_element(corrected);
  if (first == corrected.end() || *first == kEndOfTime) return;
  correction.late_beginnings = late_ones(beginnings_of(raw), corrected, raw.definitions());
  correction.begin = *first;
}

}  // namespace lull::analysis
