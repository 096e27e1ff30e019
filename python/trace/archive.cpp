// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <thread>
#include <utility>

#include "lull/clock_search/clock_choice.hpp"
#include "lull/recorder/assembly/assembly.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/source/context_trace.hpp"
#include "lull/trace/topology/declared_grid.hpp"
#include "trace/call_paths.hpp"

namespace lull::python {
namespace {

class SharedTrace final : public TraceSource {
 public:
  explicit SharedTrace(std::shared_ptr<Archive> archive) : archive_(std::move(archive)) {}
  [[nodiscard]] const Definitions& definitions() const override { return archive_->definitions(); }
  [[nodiscard]] std::unique_ptr<EventCursor> open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const override {
    return archive_->trace().open(location, selection, attributes);
  }

 private:
  std::shared_ptr<Archive> archive_;
};

analysis::ClockWish wish_of(const std::string& clocks) {
  static const std::map<std::string_view, analysis::ClockWish> kWishes{
      {"auto", analysis::ClockWish::Auto},
      {"measured", analysis::ClockWish::Measured},
      {"messages", analysis::ClockWish::Messages},
      {"none", analysis::ClockWish::None}};
  const auto wish = kWishes.find(clocks);
  if (wish == kWishes.end())
    throw py::value_error("clocks: expected auto, measured, messages or none");
  return wish->second;
}

}  // namespace

Archive::Archive(const std::string& path, bool corrected, const std::string& topology,
                 const std::string& clocks) {
  const analysis::ClockWish wish = wish_of(clocks);
  if (recorder::has_parts(path)) recorder::assemble(path);
  path_ = find_anchor(path).string();
  archive_ = with_called_regions(open_archive(path_));
  if (!topology.empty()) archive_ = std::make_unique<TraceOnGrid>(std::move(archive_), topology);
  if (corrected && wish != analysis::ClockWish::None) {
    analysis::AnalysisOptions options;
    options.threads = std::max(1u, std::thread::hardware_concurrency());
    correction_ = wish == analysis::ClockWish::Auto
                      ? analysis::consistent_clocks(*archive_, options)
                      : analysis::correct_clocks(wish, *archive_, options);
    corrected_ = std::make_unique<CorrectedTrace>(*archive_, correction_);
  }
  call_paths_ = std::make_shared<CallPaths>(trace());
}

std::vector<CallNodeId> Archive::number_call_paths(const CallTree& tree) const {
  const py::gil_scoped_acquire alone;
  return call_paths_->paths.call_tree().absorb(tree);
}

Timestamp Archive::end_of(ProcessId process) const {
  const std::scoped_lock lock(mutex_);
  const auto [end, first] = ends_.try_emplace(process);
  if (!first) return end->second;
  for (const LocationId location : definitions().processes[process.index()].locations) {
    const auto cursor = trace().open(location, select_all_events());
    for (auto events = cursor->next(); !events.empty(); events = cursor->next())
      for (const Event& event : events) end->second = std::max(end->second, event.time);
  }
  return end->second;
}

std::unique_ptr<TraceSource> share(std::shared_ptr<Archive> archive) {
  return std::make_unique<SharedTrace>(std::move(archive));
}

void add_archive(py::module_& module) {
  py::class_<Archive, std::shared_ptr<Archive>>(module, "Archive", R"(An OTF2 archive.

path: the anchor file (*.otf2) or the directory that holds one.
corrected: map all times to one clock by the offsets that were measured.
clocks: the clock correction, unless corrected is false: by "measured" offsets, by "messages", "none" (times
as recorded), or "auto", as "lull analyze" does.
topology: the Cartesian grid that the processes form, such as "4x4", if the program does not
define it in MPI.
Raises lull.Error if it is not an archive.)")
      .def(py::init([](const std::filesystem::path& path, bool corrected,
                       const std::string& topology, const std::string& clocks) {
             return std::make_shared<Archive>(path.string(), corrected, topology, clocks);
           }),
           py::arg("path"), py::kw_only(), py::arg("corrected") = true, py::arg("topology") = "",
           py::arg("clocks") = "measured")
      .def_property_readonly("path", &Archive::path, "The anchor file.")
      .def_property_readonly("definitions", &Archive::definitions,
                             py::return_value_policy::reference_internal,
                             "The archive's definitions (Definitions).")
      .def_property_readonly(
          "call_tree",
          [](const std::shared_ptr<Archive>& archive) {
            return std::make_shared<Tree>(archive, archive->call_paths());
          },
          "The call paths to which columns refer by number (CallTree), as encountered so far.")
      .def("__repr__", [](const Archive& archive) {
        return "<lull.Archive " + archive.path() + ", " +
               std::to_string(archive.definitions().location_count()) + " locations>";
      });
}

}  // namespace lull::python
