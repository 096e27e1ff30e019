// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/clock_uncertainty.hpp"

#include <array>

namespace lull::analysis {
namespace {

// Whether the metric is time that one process waits for another.
bool is_between_processes(const MetricCatalogue::Entry& entry) {
  if (entry.profile || !entry.own || entry.info.unit != Unit::Seconds) return false;
  return !entry.info.id.starts_with("omp_") && !entry.info.id.starts_with("pthread_");
}

}  // namespace

std::string uncertainty_of(std::string_view metric) { return std::string(metric) + "_uncertainty"; }

ClockUncertainty::ClockUncertainty(const ClockWidths& widths, const Definitions& definitions,
                                   MetricCatalogue& catalogue)
    : widths_(widths), definitions_(definitions) {
  const std::size_t metrics = catalogue.size();
  const std::array root{MetricInfo{
      kClockUncertainty, "Clock Uncertainty", "", Unit::Seconds,
      "How much wait states may be off, as clocks were corrected by what messages say. Look at the "
      "parts: of special cases they are in their general ones, too.",
      "sum of the parts", ""}};
  catalogue.add(root, false);
  root_ = catalogue.find(kClockUncertainty);
  twins_.resize(metrics);
  for (std::size_t i = 0; i < metrics; ++i) {
    const MetricCatalogue::Entry entry = catalogue[MetricIndex(i)];
    if (!is_between_processes(entry)) continue;
    const std::string& id = texts_.emplace_back(uncertainty_of(entry.info.id));
    const std::string& name = texts_.emplace_back("Uncertainty of " + std::string(entry.info.name));
    const std::array twin{MetricInfo{
        id, name, kClockUncertainty, Unit::Seconds,
        "The metric is this much too large or too small, at most: for each of its wait states, how "
        "far the difference of the two clocks may be off.",
        "sum over the wait states of the greatest error of the two clocks against each other", ""}};
    catalogue.add(twin, false);
    twins_[i] = catalogue.find(id);
  }
}

Duration ClockUncertainty::of(const CallInstance& call, const WaitedFor& waited_for) const {
  const ProcessId process = definitions_.locations[call.location.index()].process;
  if (!process.defined()) return {};
  if (!waited_for.cause.location.defined()) return widths_.widest(process);
  const ProcessId other = definitions_.locations[waited_for.cause.location.index()].process;
  return other.defined() ? widths_.between(process, other, call.leave) : Duration{};
}

}  // namespace lull::analysis
