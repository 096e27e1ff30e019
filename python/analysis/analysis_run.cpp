// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/analysis_run.hpp"

#include <utility>

namespace lull::python {

using analysis::CallPathOnLocation;
using analysis::LocalCallTree;
using analysis::LocalPathId;
using analysis::ReplayContext;

void AnalysisRun::begin(const analysis::Analysis& analysis) {
  analysis_ = &analysis;
  const std::size_t locations = definitions().locations.size();
  trees_.assign(locations, nullptr);
  known_.resize(locations);
  for (const auto& process : analysis.processes())
    for (const auto& location : process->locations())
      trees_[location->location().index()] = &location->tree;
}

void AnalysisRun::learn(LocationId location, LocalPathId path) {
  if (!location.defined() || !path.defined()) return;
  std::vector<KnownPath>& known = known_[location.index()];
  const LocalCallTree& tree = *trees_[location.index()];
  while (known.size() <= path.index()) {
    const LocalPathId next(known.size());
    const analysis::PathPlace& place = tree.places()[next.index()];
    const auto attached = tree.attachment(next);
    KnownPath& now = known.emplace_back(
        KnownPath{place.parent, {}, {}, CallPathOnLocation{attached.location, attached.path}});
    if (place.region.defined()) now.name = analysis_->context().region_name(place.region);
    if (!ReplayContext::is_program(place.region)) now.region = place.region;
    learn(attached.location, attached.path);
  }
}

RegionId AnalysisRun::region(LocationId location, LocalPathId path) const {
  return location.defined() && path.defined() ? known_[location.index()][path.index()].region
                                              : RegionId{};
}

std::vector<std::string> AnalysisRun::names(LocationId location, LocalPathId path) const {
  std::vector<std::string> reversed;
  while (location.defined() && path.defined()) {
    const KnownPath& known = known_[location.index()][path.index()];
    if (!known.name.empty()) reversed.push_back(known.name);
    path = known.parent;
    if (known.attached.location.defined()) {
      location = known.attached.location;
      path = known.attached.path;
    }
  }
  return {std::make_move_iterator(reversed.rbegin()), std::make_move_iterator(reversed.rend())};
}

}  // namespace lull::python
