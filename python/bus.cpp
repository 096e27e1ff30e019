// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "bus.hpp"

#include <stdexcept>

#include "lull/base/error.hpp"

namespace lull::python {

using analysis::Bus;
using analysis::EventType;
using analysis::MetricIndex;

Bus& PythonBus::bus() const {
  if (run_->over()) throw Error(ExitStatus::Usage, "the analysis that this bus belongs to is over");
  return *bus_;
}

void PythonBus::subscribe(const std::string& event, const py::function& callback) const {
  Bus& bus = this->bus();
  if (!subscribing_)
    throw Error(ExitStatus::Usage, "a pattern subscribes in its subscribe(), not later");
  std::string known;
  for (const EventType* const type : bus.types()) {
    if (event == type->name) {
      type->subscribe(bus, [callback, type, run = run_](const void* published) {
        callback(copy_of(*type, published, run));
      });
      return;
    }
    known += (known.empty() ? "" : ", ") + std::string(type->name);
  }
  throw py::value_error("there is no compound event '" + event + "'; there are " + known);
}

py::dict PythonBus::events() const { return description_of(bus().types(), false); }

MetricIndex PythonBus::metric(const std::string& id) const {
  try {
    return bus().metric(id);
  } catch (const std::logic_error&) {
    throw py::key_error("there is no metric '" + id + "'");
  }
}

void PythonBus::charge(const std::string& metric, const Record& call, std::int64_t ticks) const {
  Bus& bus = this->bus();
  bus.charge(this->metric(metric), call_of(call, *run_), Duration{ticks});
}

void PythonBus::count(const std::string& metric, const Record& call) const {
  Bus& bus = this->bus();
  bus.count(this->metric(metric), call_of(call, *run_));
}

void add_bus(py::module_& module) {
  py::class_<PythonBus, std::shared_ptr<PythonBus>>(
      module, "Bus", "Where a pattern subscribes, and charges what it finds, during the analysis.")
      .def("subscribe", &PythonBus::subscribe, py::arg("event"), py::arg("callback"),
           "callback(event) is called for each compound event of that name: see events().")
      .def("events", &PythonBus::events,
           "The compound events, as {name: {field: what it is}}; record_types() has the rest.")
      .def("charge", &PythonBus::charge, py::arg("metric"), py::arg("call"), py::arg("ticks"),
           "Adds to (metric, the call's path, its location). Nothing happens for zero or less.")
      .def("count", &PythonBus::count, py::arg("metric"), py::arg("call"), "Adds one.");
}

}  // namespace lull::python
