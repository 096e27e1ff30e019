// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/global_definitions.hpp"

#include "lull/trace/rules/open_regions.hpp"

namespace lull {
namespace {

// Call tree nodes, indexed by row. An archive may define a path before its parent; a path that is
// its own ancestor has no node. The program itself, which some writers make the root, has none
// either: no event enters it.
template <class Row, class RowId>
class Paths {
 public:
  Paths(const std::vector<Row>& rows, const Definitions& all, CallTree& tree)
      : rows_(rows), all_(all), tree_(tree), nodes_(rows.size()), seen_(rows.size()) {}

  std::vector<CallNodeId> all() && {
    for (std::size_t i = 0; i < rows_.size(); ++i) add(RowId(i));
    return std::move(nodes_);
  }

 private:
  // Adds nodes from the outermost path that has none down to `last`.
  void add(RowId last) {
    std::vector<RowId> open;
    for (RowId row = last; row.defined() && !seen_[row.index()]; row = rows_[row.index()].parent) {
      seen_[row.index()] = true;
      open.push_back(row);
    }
    for (; !open.empty(); open.pop_back()) {
      const Row& row = rows_[open.back().index()];
      if (is_program(row)) continue;
      const bool root = !row.parent.defined() || is_program(rows_[row.parent.index()]);
      const CallNodeId parent = root ? CallNodeId{} : nodes_[row.parent.index()];
      if (root || parent.defined()) nodes_[open.back().index()] = tree_.child(parent, row.region);
    }
  }
  [[nodiscard]] bool is_program(const Row& row) const {
    if (row.parent.defined() || !row.region.defined()) return false;
    const Region& region = all_.regions[row.region.index()];
    return region.role == RegionRole::Artificial && region.paradigm == Paradigm::MeasurementSystem;
  }

  const std::vector<Row>& rows_;
  const Definitions& all_;
  CallTree& tree_;
  std::vector<CallNodeId> nodes_;
  std::vector<bool> seen_;
};

}  // namespace

std::uint64_t add_call_paths(const TraceSource& source, LocationId location, CallTree& tree) {
  struct Frame {
    RegionId region;
    CallNodeId node;
  };
  const auto cursor = source.open(location, select_region_events());
  OpenRegions<Frame> regions(source.definitions());
  std::uint64_t calls = 0;
  const auto open = [&](RegionId region) {
    ++calls;
    return Frame{region, tree.child(regions.empty() ? CallNodeId{} : regions.top().node, region)};
  };
  for (auto events = cursor->next(); !events.empty(); events = cursor->next())
    for (const Event& event : events) regions.follow(event.body, open, [](const Frame&) {});
  return calls;
}

GlobalDefinitions::GlobalDefinitions(const TraceSource& source) : source_(source) {
  const Definitions& all = definitions();
  of_callpath_ = Paths<Callpath, CallpathId>(all.callpaths, all, tree_).all();
  if (all.callpaths.empty())
    of_context_ = Paths<CallingContext, CallingContextId>(all.calling_contexts, all, tree_).all();
  own_ = tree_.size() > 0;
}

CallNodeId GlobalDefinitions::node(CallpathId callpath) const {
  return callpath.index() < of_callpath_.size() ? of_callpath_[callpath.index()] : CallNodeId{};
}

CallNodeId GlobalDefinitions::node(CallingContextId context) const {
  return context.index() < of_context_.size() ? of_context_[context.index()] : CallNodeId{};
}

void GlobalDefinitions::rebuild_call_tree(std::span<const LocationId> locations) {
  for (const LocationId location : locations) add_call_paths(source_, location, tree_);
}

void GlobalDefinitions::rebuild_call_tree() {
  for (std::size_t i = 0; i < definitions().location_count(); ++i)
    add_call_paths(source_, LocationId(i), tree_);
}

}  // namespace lull
