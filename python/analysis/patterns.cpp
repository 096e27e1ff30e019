// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/bus.hpp"
#include "lull/analysis/replay/profile/profile_metrics.hpp"
#include "lull/patterns/pattern_list.hpp"

namespace lull::python {
namespace {

using namespace analysis;

constexpr std::array<std::string_view, 8> kKeys{"id",      "name",    "parent", "unit",
                                                "summary", "formula", "advice", "picture"};
constexpr std::array kUnits{"sec", "occ", "bytes", "#"};

Unit unit_of(const std::string& name) {
  for (std::size_t i = 0; i < kUnits.size(); ++i)
    if (name == kUnits[i]) return static_cast<Unit>(i);
  throw py::value_error("a metric's unit must be sec, occ, bytes or #, not '" + name + "'");
}

// Texts of a metric from Python: keys of a dict.
struct MetricTexts {
  explicit MetricTexts(const py::handle& metric) {
    if (!py::isinstance<py::dict>(metric)) throw py::value_error("a metric must be a dict");
    const auto given = py::reinterpret_borrow<py::dict>(metric);
    for (const auto& [key, value] : given)
      if (!py::isinstance<py::str>(key) ||
          std::ranges::find(kKeys, key.cast<std::string>()) == kKeys.end())
        throw py::value_error("a metric has no '" + py::str(key).cast<std::string>() +
                              "'; known keys are id, name, parent, unit, summary, formula, advice, "
                              "picture");
    const auto text = [&](const char* key) -> std::string {
      if (!given.contains(key)) return {};
      if (!py::isinstance<py::str>(given[key]))
        throw py::value_error("the '" + std::string(key) + "' of a metric must be text");
      return given[key].cast<std::string>();
    };
    id = text("id");
    if (id.empty()) throw py::value_error("a metric needs an 'id'");
    name = text("name").empty() ? id : text("name");
    parent = text("parent");
    unit = unit_of(text("unit").empty() ? "sec" : text("unit"));
    summary = text("summary");
    formula = text("formula");
    advice = text("advice");
    picture = text("picture");
  }
  [[nodiscard]] MetricInfo info() const {
    return {id, name, parent, unit, summary, formula, advice, picture};
  }
  std::string id, name, parent, summary, formula, advice, picture;
  Unit unit = Unit::Seconds;
};

class PythonPattern final : public Pattern {
 public:
  PythonPattern(py::object instance, std::shared_ptr<AnalysisRun> run)
      : instance_(std::move(instance)), run_(std::move(run)) {
    for (const py::handle metric : instance_.attr("metrics")) {
      try {
        texts_.emplace_back(metric);
      } catch (const py::value_error& error) {
        throw py::value_error(title() + ": " + error.what());
      }
      metrics_.push_back(texts_.back().info());
    }
  }
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return metrics_; }
  void subscribe(Bus& bus) override {
    const auto own = std::make_shared<PythonBus>(bus, run_);
    instance_.attr("subscribe")(own);
    own->end_subscription();
  }
  // Adds the metrics. Throws ValueError if they do not fit the existing ones.
  void add_to(MetricCatalogue& catalogue) const {
    try {
      catalogue.add(metrics_, false, false);
    } catch (const analysis::MetricMistake& error) {
      throw py::value_error(title() + ": " + error.what());
    }
  }

 private:
  [[nodiscard]] std::string title() const {
    return "pattern " + py::str(py::type::of(instance_).attr("__qualname__")).cast<std::string>();
  }
  py::object instance_;
  std::shared_ptr<AnalysisRun> run_;
  std::deque<MetricTexts> texts_;
  std::vector<MetricInfo> metrics_;
};

}  // namespace

PatternFactory with_patterns(const py::list& classes, const std::shared_ptr<AnalysisRun>& run) {
  return [classes, run] {
    PatternList all = patterns::make_patterns();
    MetricCatalogue catalogue;
    catalogue.add(profile_metrics(), true);
    for (const auto& pattern : all) catalogue.add(pattern->metrics(), false);
    for (const py::handle type : classes) {
      auto pattern =
          std::make_unique<PythonPattern>(py::reinterpret_borrow<py::object>(type)(), run);
      pattern->add_to(catalogue);
      all.push_back(std::move(pattern));
    }
    return all;
  };
}

}  // namespace lull::python
