// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The Python module: each file adds one subject. Numbers of locations, regions and so on are plain
// integers in Python, indices into the tables of Definitions; None stands for undefined.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lull/base/id.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/trace/global/global_definitions.hpp"
#include "lull/trace/global/global_trace.hpp"
#include "lull/trace/local/region_instances.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::python {

namespace py = pybind11;

// An archive with corrected clocks.
class Archive {
 public:
  // Throws Error (input). `topology`: the grid of its processes (TraceOnGrid), if any. `clocks`: as
  // in lull analyze.
  Archive(const std::string& path, bool corrected, const std::string& topology,
          const std::string& clocks);
  [[nodiscard]] const Definitions& definitions() const { return archive_->definitions(); }
  [[nodiscard]] const TraceSource& trace() const { return corrected_ ? *corrected_ : *archive_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const ClockCorrection& correction() const { return correction_; }
  [[nodiscard]] const TraceSource& as_recorded() const { return *archive_; }
  // Returns the time of a process's last event. The first call reads all its locations. Callable
  // from any thread.
  [[nodiscard]] Timestamp end_of(ProcessId process) const;

  // Call paths of columns, in the order encountered. Requires the interpreter.
  struct CallPaths {
    explicit CallPaths(const TraceSource& trace) : paths(trace) {}
    GlobalDefinitions paths;
    std::shared_ptr<RegionInstances> instances = std::make_shared<RegionInstances>();
  };
  [[nodiscard]] const std::shared_ptr<CallPaths>& call_paths() const { return call_paths_; }
  // Adds the call paths of `tree` and returns their numbers, indexed by node. May be called from
  // any thread: acquires the interpreter.
  [[nodiscard]] std::vector<CallNodeId> number_call_paths(const CallTree& tree) const;

 private:
  std::string path_;
  std::unique_ptr<TraceSource> archive_;
  ClockCorrection correction_;
  std::unique_ptr<CorrectedTrace> corrected_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<ProcessId, Timestamp> ends_;
  std::shared_ptr<CallPaths> call_paths_;
};

// Returns the archive as a source that keeps it alive.
[[nodiscard]] std::unique_ptr<TraceSource> share(std::shared_ptr<Archive> archive);

// An event of a GlobalTrace with its metric values, which become invalid when the trace moves on.
struct OwnEvent : GlobalEvent {
  explicit OwnEvent(const GlobalEvent& of) : GlobalEvent(of) {
    if (auto* const sample = std::get_if<MetricSample>(&event.body)) {
      values = std::make_shared<std::vector<Value>>(sample->values.begin(), sample->values.end());
      sample->values = *values;
    }
  }
  std::shared_ptr<std::vector<Value>> values;
};

template <class Tag>
[[nodiscard]] py::object to_python(Id<Tag> id) {
  return id.defined() ? py::object(py::int_(id.value)) : py::object(py::none());
}
[[nodiscard]] inline py::object to_python(EventIndex index) {
  return index == kNoEvent ? py::object(py::none()) : py::object(py::int_(index));
}

// Returns a getter for an identifier member.
template <class Owner, class Tag>
[[nodiscard]] auto number(Id<Tag> Owner::*member) {
  return [member](const Owner& owner) { return to_python(owner.*member); };
}

// Return all fields of an event by name, or one of them. Throws AttributeError.
[[nodiscard]] py::dict fields_of(const Event& event);
[[nodiscard]] py::object field_of(const Event& event, std::string_view wanted);

void add_definitions(py::module_& module);
void add_archive(py::module_& module);
void add_events(py::module_& module);
void add_states(py::module_& module);
void add_global_trace(py::module_& module);
void add_local_trace(py::module_& module);
void add_call_tree(py::module_& module);
void add_reports(py::module_& module);
void add_analysis(py::module_& module);

}  // namespace lull::python
