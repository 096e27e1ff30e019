// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/charging/clock_uncertainty.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lull/analysis/charging/caused_waiting.hpp"
#include "lull/base/text/printable.hpp"

namespace lull::analysis {
namespace {

// Limit for one wait, in ticks: usually weeks. The sum over all waits of a trace stays within 63
// bits.
constexpr std::int64_t kGreatestDoubt = std::int64_t{1} << 50;

// Returns whether the metric is time that one process waits for another.
bool is_between_processes(const MetricCatalogue::Entry& entry) {
  if (entry.info.id == kCausedWaiting || entry.info.parent == kCausedWaiting) return false;
  if (entry.profile || !entry.own || entry.info.unit != Unit::Seconds) return false;
  return !entry.info.id.starts_with("omp_") && !entry.info.id.starts_with("pthread_");
}

// Returns the names of the first processes that begin late.
std::string names_of_late(const ClockCorrection& correction, const Definitions& definitions) {
  constexpr std::size_t kMostNamed = 3;
  const auto& late = correction.late_beginnings;
  std::string names = late.size() > 1 ? "one of " : "";
  for (std::size_t i = 0; i < late.size() && i < kMostNamed; ++i)
    names += (i == 0 ? "" : ", ") + printable(definitions.processes[late[i].process.index()].name);
  if (late.size() > kMostNamed) names += fmt::format(" and {} more", late.size() - kMostNamed);
  return names;
}

}  // namespace

std::string uncertainty_of(std::string_view metric) { return std::string(metric) + "_uncertainty"; }
std::string unproved_part_of(std::string_view metric) { return std::string(metric) + "_unproved"; }
std::string late_recording_of(std::string_view metric) {
  return std::string(metric) + "_late_recording";
}

DoubtMetrics::DoubtMetrics(MetricCatalogue& catalogue, const std::string& late) {
  const std::size_t metrics = catalogue.size();
  const auto add_root = [&](std::string_view id, std::string_view name, std::string_view summary) {
    const std::array root{MetricInfo{id, name, "", Unit::Seconds, summary, "sum of the parts", ""}};
    catalogue.add(root, false);
    return catalogue.find(id);
  };
  roots_.uncertainty = add_root(
      kClockUncertainty, "Clock Uncertainty",
      "Possible error of wait states where clocks were corrected using messages. Look at the "
      "parts: those of special cases are also contained in those of their general cases.");
  if (!late.empty())
    roots_.late = add_root(
        kLateRecording, "Waiting for Late Recordings",
        "Waiting for a process whose recording had not begun, by corrected clocks alone. Look at "
        "the parts: those of special cases are also contained in those of their general cases.");
  doubts_.resize(metrics);
  for (std::size_t i = 0; i < metrics; ++i)
    if (is_between_processes(catalogue[MetricIndex(i)])) add(MetricIndex(i), catalogue, late);
}

void DoubtMetrics::add(MetricIndex metric, MetricCatalogue& catalogue, const std::string& late) {
  const auto add_one = [&](std::string id, std::string name, std::string_view parent,
                           std::string summary, std::string_view formula) {
    const std::array info{MetricInfo{texts_.emplace_back(std::move(id)),
                                     texts_.emplace_back(std::move(name)), parent, Unit::Seconds,
                                     texts_.emplace_back(std::move(summary)), formula, ""}};
    catalogue.add(info, false);
    return catalogue.find(info.front().id);
  };
  const MetricInfo of = catalogue[metric].info;
  const std::string name(of.name);
  Doubts& doubts = doubts_[metric.index()];
  doubts.uncertainty = add_one(
      uncertainty_of(of.id), "Uncertainty of " + name, kClockUncertainty,
      "Largest amount by which the metric may be too large or too small: for each of its wait "
      "states, the possible error of the difference between the two clocks.",
      "sum over the wait states of the largest error of the two clocks relative to each other");
  doubts.unproved = add_one(
      unproved_part_of(of.id), "Unproved Part of " + name, catalogue[doubts.uncertainty].info.id,
      "Part of the metric that may be no waiting at all if clocks are as wrong as messages allow.",
      "sum over the wait states of the wait, or of the largest error of the two clocks where that "
      "is less");
  if (late.empty()) return;
  doubts.late = add_one(
      late_recording_of(of.id), "Late Recordings in " + name, kLateRecording,
      fmt::format(
          "Time spent waiting for {} before its recording begins. That it begins late follows "
          "from the corrected clocks alone.",
          late),
      "sum over the wait states of their time before the first event of the process waited "
      "for");
}

ClockUncertainty::ClockUncertainty(const ClockCorrection& correction,
                                   const Definitions& definitions, MetricCatalogue& catalogue)
    : widths_(*correction.widths),
      definitions_(definitions),
      metrics_(catalogue, names_of_late(correction, definitions)),
      late_(definitions.processes.size()) {
  for (const ClockCorrection::LateBeginning& late : correction.late_beginnings)
    late_[late.process.index()] = {late.begins, late.added};
}

void ClockUncertainty::charge(const Charge& charge, SeverityTable& severities) const {
  const DoubtMetrics::Doubts doubts = metrics_.about(charge.metric);
  if (!doubts.uncertainty.defined()) return;
  const CallInstance& call = charge.call;
  const auto add = [&](MetricIndex metric, std::int64_t ticks) {
    if (ticks > 0) severities.add(metric, call.location, call.path, ticks);
  };
  // The wait is between zero and the whole call.
  const std::int64_t rest = (call.leave - call.enter - charge.waiting).ticks;
  std::int64_t error =
      std::min({error_of(charge).ticks, std::max(charge.waiting.ticks, rest), kGreatestDoubt});
  add(doubts.unproved, std::min(error, charge.waiting.ticks));
  // Waits near zero on this side are balanced by as many on the other side, where nothing is
  // charged.
  if (charge.waiting.ticks < error) error *= 2;
  add(doubts.uncertainty, error);
  add(metrics_.roots().uncertainty, error);
  if (!doubts.late.defined()) return;
  const std::int64_t late = before_recording(charge).ticks;
  add(doubts.late, late);
  add(metrics_.roots().late, late);
}

ProcessId ClockUncertainty::cause_of(const Charge& charge) const {
  const LocationId location = charge.waited_for.cause.location;
  return location.defined() ? definitions_.locations[location.index()].process : ProcessId{};
}

Duration ClockUncertainty::error_of(const Charge& charge) const {
  const ProcessId process = definitions_.locations[charge.call.location.index()].process;
  if (!process.defined()) return {};
  if (!charge.waited_for.cause.location.defined()) return widths_.widest(process);
  const ProcessId other = cause_of(charge);
  return other.defined() ? widths_.between(process, other, charge.call.leave) : Duration{};
}

Duration ClockUncertainty::before_recording(const Charge& charge) const {
  const ProcessId other = cause_of(charge);
  if (!other.defined()) return {};
  const Timestamp begin = charge.begin();
  const Late& late = late_[other.index()];
  if (late.begins <= begin) return {};
  return std::min({charge.waiting, late.begins - begin, late.added});
}

}  // namespace lull::analysis
