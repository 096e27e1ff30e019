// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The interface by which patterns in Python subscribe and charge. It may be kept beyond the
// analysis; every call then throws Error.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "analysis/analysis_run.hpp"
#include "analysis/records.hpp"
#include "lull/analysis/bus/pattern.hpp"

namespace lull::python {

class PythonBus {
 public:
  PythonBus(analysis::Bus& bus, std::shared_ptr<AnalysisRun> run)
      : bus_(&bus), run_(std::move(run)) {}

  // Throws ValueError for an unknown compound event.
  void subscribe(const std::string& event, const py::function& callback) const;
  // Returns the events to subscribe to, by name.
  [[nodiscard]] py::dict events() const;
  // Both throw KeyError for an unknown metric.
  void charge(const std::string& metric, const Record& call, std::int64_t ticks,
              std::optional<std::uint64_t> begin, const std::optional<Record>& cause) const;
  void count(const std::string& metric, const Record& call) const;
  // Later subscriptions are errors.
  void end_subscription() { subscribing_ = false; }

 private:
  // Throws Error (usage) if the analysis has ended.
  [[nodiscard]] analysis::Bus& bus() const;
  [[nodiscard]] analysis::MetricIndex metric(const std::string& id) const;

  analysis::Bus* bus_;
  std::shared_ptr<AnalysisRun> run_;
  bool subscribing_ = true;
};

void add_bus(py::module_& module);

}  // namespace lull::python
