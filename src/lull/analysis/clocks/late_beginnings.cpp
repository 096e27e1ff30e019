// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/clocks/late_beginnings.hpp"

#include <algorithm>
#include <functional>

#include "lull/clock/corrected_trace.hpp"

namespace lull::analysis {
namespace {

constexpr std::int64_t kMuchLater = 10;  // than it is usual for the others
constexpr double kWorthTelling = 1e-3;   // seconds

// By process; the end of time where there is no event.
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

template <class Element>
Element median(std::vector<Element> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

// Against half of all.
std::vector<Duration> delays_of(const std::vector<Timestamp>& beginnings) {
  const Timestamp usual = median(beginnings);
  std::vector<Duration> delays;
  for (const Timestamp beginning : beginnings)
    delays.push_back(beginning == kEndOfTime ? Duration{} : beginning - usual);
  return delays;
}

Duration spread_of(std::vector<Duration> delays) {
  for (Duration& delay : delays) delay = std::max(delay, Duration{-delay.ticks});
  return median(std::move(delays));
}

// The latest first.
std::vector<ClockCorrection::LateBeginning> late_ones(const std::vector<Timestamp>& recorded,
                                                      const std::vector<Timestamp>& corrected,
                                                      const Definitions& definitions) {
  if (corrected.size() < 3) return {};
  const std::vector<Duration> before = delays_of(recorded);
  const std::vector<Duration> now = delays_of(corrected);
  const Duration usual = spread_of(now);
  std::vector<ClockCorrection::LateBeginning> late;
  for (std::uint32_t i = 0; i < now.size(); ++i)
    if (definitions.seconds(now[i]) > kWorthTelling && now[i].ticks > kMuchLater * usual.ticks &&
        before[i].ticks < now[i].ticks / 2)
      late.push_back({ProcessId{i}, corrected[i], now[i]});
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
