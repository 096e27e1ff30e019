// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <tuple>

#include "analysis/reports.hpp"
#include "common/columns.hpp"
#include "lull/report/model/instances.hpp"

namespace lull::python {
namespace {

template <class Number>
py::array copied(const std::vector<Number>& numbers) {
  find_numpy();
  return py::array_t<Number>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

py::dict lane_of(const PythonReport& report, const report::TimeLine& line) {
  py::list spans;
  for (const auto& span : line.spans)
    spans.append(py::make_tuple(
        span.begin, span.end,
        span.region.defined() ? report.regions[span.region.index()].name : std::string(),
        span.depth));
  py::dict lane;
  lane["location"] = to_python(line.location);
  lane["calls"] = spans;
  return lane;
}

py::dict instance_of(const PythonReport& report, const report::SevereInstance& instance) {
  py::dict found;
  found["metric"] = report.metrics[instance.metric.index()].unique_name;
  found["callpath"] = to_python(instance.path);
  found["location"] = to_python(instance.location);
  found["severity"] = instance.severity;
  found["begin"] = instance.begin;
  found["end"] = instance.end;
  found["window"] = py::make_tuple(instance.window_begin, instance.window_end);
  py::list participants;
  for (const report::TimeLine& line : instance.lanes) participants.append(lane_of(report, line));
  found["participants"] = participants;
  py::list messages;
  for (const report::TransferredMessage& message : instance.messages) {
    py::dict one;
    one["source_location"] = to_python(message.sender);
    one["destination_location"] = to_python(message.receiver);
    one["send_time"] = message.sent;
    one["receive_time"] = message.received;
    messages.append(one);
  }
  found["messages"] = messages;
  return found;
}

}  // namespace

WaitStates as_columns(const analysis::SevereFindings& findings) {
  std::vector<const analysis::WaitState*> rows;
  rows.reserve(findings.wait_states.size());
  for (const analysis::WaitState& state : findings.wait_states) rows.push_back(&state);
  std::ranges::sort(rows, {}, [](const analysis::WaitState* state) {
    const analysis::Charge& charge = state->charge;
    return std::tuple(charge.begin(), charge.call.location, charge.metric, state->path,
                      charge.call.enter, charge.waiting);
  });
  WaitStates columns;
  for (const analysis::WaitState* const row : rows) {
    const analysis::Charge& charge = row->charge;
    columns.metric.push_back(findings.names.metrics.at(charge.metric).value);
    columns.callpath.push_back(row->path.value);
    columns.location.push_back(charge.call.location.value);
    columns.begin.push_back(charge.begin().ticks);
    columns.duration.push_back(charge.waiting.ticks);
    columns.causing_location.push_back(number_of(charge.waited_for.cause.location));
    columns.causing_callpath.push_back(number_of(row->cause));
  }
  return columns;
}

py::dict wait_states_in(const PythonReport& report) {
  if (!report.wait_states)
    throw Error(ExitStatus::Usage,
                "the report has sums only; lull.analyze(archive, wait_states=True) keeps each wait "
                "state");
  const WaitStates& rows = *report.wait_states;
  py::dict found;
  found["metric"] = copied(rows.metric);
  found["callpath"] = copied(rows.callpath);
  found["location"] = copied(rows.location);
  found["begin"] = copied(rows.begin);
  found["duration"] = copied(rows.duration);
  found["causing_location"] = copied(rows.causing_location);
  found["causing_callpath"] = copied(rows.causing_callpath);
  return found;
}

py::list instances_in(const PythonReport& report) {
  py::list found;
  for (const report::SevereInstance& instance : instances_of(report).worst)
    found.append(instance_of(report, instance));
  return found;
}

py::dict statistics_in(const PythonReport& report) {
  py::dict found;
  for (const report::InstanceStatistics& of : instances_of(report).statistics) {
    py::dict one;
    one["count"] = of.count;
    one["sum"] = of.sum;
    one["minimum"] = of.minimum;
    one["first_quartile"] = of.first_quartile;
    one["median"] = of.median;
    one["third_quartile"] = of.third_quartile;
    one["maximum"] = of.maximum;
    found[py::str(report.metrics[of.metric.index()].unique_name)] = one;
  }
  return found;
}

}  // namespace lull::python
