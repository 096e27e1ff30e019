// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "patterns.hpp"

#include <pybind11/stl.h>

#include <array>
#include <deque>
#include <string>
#include <vector>

#include "lull/analysis/compound_event.hpp"
#include "lull/patterns/mpi/late_sender.hpp"
#include "lull/patterns/pattern_list.hpp"
#include "pattern_events.hpp"

namespace lull::python {
namespace {

using namespace analysis;

constexpr std::array kUnits{"sec", "occ", "bytes", "#"};

Unit unit_of(const std::string& name) {
  for (std::size_t i = 0; i < kUnits.size(); ++i)
    if (name == kUnits[i]) return static_cast<Unit>(i);
  throw py::value_error("a metric's unit is sec, occ, bytes or #, not '" + name + "'");
}

// What the texts of a metric are in Python: keys of a dict.
struct MetricTexts {
  explicit MetricTexts(const py::dict& given) {
    const auto text = [&](const char* key) {
      return given.contains(key) ? given[key].cast<std::string>() : std::string();
    };
    id = text("id");
    if (id.empty()) throw py::value_error("a metric needs an 'id'");
    name = text("name").empty() ? id : text("name");
    parent = text("parent");
    unit = unit_of(text("unit").empty() ? "sec" : text("unit"));
    summary = text("summary");
    formula = text("formula");
    advice = text("advice");
  }
  [[nodiscard]] MetricInfo info() const {
    return {id, name, parent, unit, summary, formula, advice};
  }
  std::string id, name, parent, summary, formula, advice;
  Unit unit = Unit::Seconds;
};

class PythonPattern final : public Pattern {
 public:
  explicit PythonPattern(py::object instance) : instance_(std::move(instance)) {
    for (const py::handle metric : instance_.attr("metrics")) {
      texts_.emplace_back(metric.cast<py::dict>());
      metrics_.push_back(texts_.back().info());
    }
  }
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return metrics_; }
  [[nodiscard]] bool is_own() const override { return false; }
  void subscribe(Bus& bus) override { instance_.attr("subscribe")(PythonBus{&bus}); }

 private:
  py::object instance_;
  std::deque<MetricTexts> texts_;
  std::vector<MetricInfo> metrics_;
};

}  // namespace

PatternFactory with_patterns(const py::list& classes) {
  return [classes] {
    PatternList all = patterns::make_patterns();
    for (const py::handle pattern : classes)
      all.push_back(std::make_unique<PythonPattern>(py::reinterpret_borrow<py::object>(pattern)()));
    return all;
  };
}

}  // namespace lull::python
