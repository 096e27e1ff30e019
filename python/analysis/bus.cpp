// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/bus.hpp"

#include <pybind11/stl.h>

#include <stdexcept>

#include "lull/base/error.hpp"

namespace lull::python {

using analysis::Bus;
using analysis::EventType;
using analysis::MetricIndex;

Bus& PythonBus::bus() const {
  if (run_->over()) throw Error(ExitStatus::Usage, "the analysis of this bus has ended");
  return *bus_;
}

void PythonBus::subscribe(const std::string& event, const py::function& callback) const {
  Bus& bus = this->bus();
  if (!subscribing_)
    throw Error(ExitStatus::Usage, "patterns can only subscribe in subscribe(), not later");
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
  throw py::value_error("unknown compound event '" + event + "'; known events are " + known);
}

py::dict PythonBus::events() const { return description_of(bus().types(), false); }

MetricIndex PythonBus::metric(const std::string& id) const {
  try {
    return bus().metric(id);
  } catch (const analysis::MetricMistake&) {
    throw py::key_error("there is no metric '" + id + "'");
  }
}

void PythonBus::charge(const std::string& metric, const Record& call, std::int64_t ticks,
                       std::optional<std::uint64_t> begin,
                       const std::optional<Record>& cause) const {
  Bus& bus = this->bus();
  analysis::WaitedFor waited_for;
  if (begin) waited_for.since = Timestamp{*begin};
  if (cause) {
    const analysis::CallInstance causing = call_of(*cause, *run_);
    waited_for.cause = {causing.location, causing.path};
  }
  const Bus::Visit checked(bus);
  bus.charge(this->metric(metric), call_of(call, *run_), Duration{ticks}, waited_for);
}

void PythonBus::count(const std::string& metric, const Record& call) const {
  Bus& bus = this->bus();
  const Bus::Visit checked(bus);
  bus.count(this->metric(metric), call_of(call, *run_));
}

void add_bus(py::module_& module) {
  py::class_<PythonBus, std::shared_ptr<PythonBus>>(
      module, "Bus",
      "Lets a pattern subscribe to events and charge its findings during the analysis.")
      .def("subscribe", &PythonBus::subscribe, py::arg("event"), py::arg("callback"),
           "Calls callback(event) for each compound event of that name: see events().")
      .def("events", &PythonBus::events,
           "The compound events, as {name: {field: its type}}; record_types() has all records.")
      .def("charge", &PythonBus::charge, py::arg("metric"), py::arg("call"), py::arg("ticks"),
           py::kw_only(), py::arg("begin") = py::none(), py::arg("cause") = py::none(),
           R"(Adds to (metric, the call's path, its location). Zero or less has no effect; more than
the call's own time is an Error.

begin: when the waiting began, in ticks; by default the begin of the call.
cause: the call that was waited for, also used for the metric of caused waiting (ID_caused). Both are
used by Report.wait_states().)")
      .def("count", &PythonBus::count, py::arg("metric"), py::arg("call"), "Adds one.");
}

}  // namespace lull::python
