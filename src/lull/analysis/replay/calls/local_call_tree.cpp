// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/calls/local_call_tree.hpp"

namespace lull::analysis {
namespace {

constexpr std::uint32_t kFewChildren = 16;
constexpr std::uint64_t kKeyOfRoot = 0x9E3779B97F4A7C15ull;

std::uint64_t mixed(std::uint64_t key, std::uint64_t word) {
  key = (key ^ word) * 0xBF58476D1CE4E5B9ull;
  return (key ^ key >> 32) * 0x94D049BB133111EBull;
}

}  // namespace

LocalCallTree::LocalCallTree(PathStore& store) : places_(store), parameters_(1) {
  nodes_.emplace_back();
  places_.add({{}, {}, {}, 0, kKeyOfRoot});
}

LocalPathId LocalCallTree::enter(LocalPathId parent, RegionId region) {
  const LocalPathId path = find(parent, region, 0);
  if (region.defined()) recent_[slot_of(parent, region)] = {parent, region, path};
  return path;
}

LocalPathId LocalCallTree::find(LocalPathId parent, RegionId region, std::uint32_t parameter) {
  std::uint32_t seen = 0;
  if (!nodes_[parent.index()].many_children) {
    LocalPathId child = nodes_[parent.index()].first_child;
    for (; child.defined() && seen < kFewChildren; ++seen) {
      const PathPlace& place = places_[child.index()];
      if (place.region == region && place.parameter == parameter && !attachments_.contains(child))
        return child;
      child = place.next_sibling;
    }
    if (seen == kFewChildren) index_callees(parent);
  }
  const bool indexed = nodes_[parent.index()].many_children;
  if (indexed)
    if (const auto found = callees_.find({parent, region, parameter}); found != callees_.end())
      return found->second;
  const LocalPathId path = add(parent, region, parameter, key_of(parent, region, parameter));
  if (indexed) callees_[{parent, region, parameter}] = path;
  return path;
}

std::uint64_t LocalCallTree::key_of(LocalPathId parent, RegionId region,
                                    std::uint32_t parameter) const {
  const std::uint64_t key = mixed(places_[parent.index()].key, region.value + std::uint64_t{1});
  return parameter == 0 ? key : mixed(key, PathParameter::Hash()(parameters_[parameter]));
}

LocalPathId LocalCallTree::add(LocalPathId parent, RegionId region, std::uint32_t parameter,
                               std::uint64_t key) {
  const LocalPathId path(nodes_.size());
  places_.add({parent, region, nodes_[parent.index()].first_child, parameter, key});
  make_room_for_one(nodes_);
  nodes_.emplace_back();
  nodes_[parent.index()].first_child = path;
  return path;
}

void LocalCallTree::index_callees(LocalPathId parent) {
  nodes_[parent.index()].many_children = true;
  LocalPathId child = nodes_[parent.index()].first_child;
  for (; child.defined(); child = places_[child.index()].next_sibling) {
    const PathPlace& place = places_[child.index()];
    if (!attachments_.contains(child)) callees_[{parent, place.region, place.parameter}] = child;
  }
}

LocalPathId LocalCallTree::attach(LocationId location, LocalPathId path, std::uint64_t path_key) {
  const std::uint64_t key = std::uint64_t{location.value} << 32 | path.value;
  const auto [entry, fresh] = attached_.try_emplace(key);
  if (fresh) {
    entry->second = LocalPathId(nodes_.size());
    attachments_[entry->second] = {location, path, {}, {}};
    add(LocalPathId(kRoot), RegionId{}, 0, path_key);
  }
  return entry->second;
}

CallInstance LocalCallTree::attachment(LocalPathId path) const {
  const auto found = attachments_.find(path);
  return found == attachments_.end() ? CallInstance{} : found->second;
}

LocalPathId LocalCallTree::with_parameter(LocalPathId path, const PathParameter& parameter) {
  const auto [known, fresh] =
      parameter_places_.try_emplace(parameter, static_cast<std::uint32_t>(parameters_.size()));
  if (fresh) parameters_.push_back(parameter);
  const PathPlace place = places_[path.index()];
  return find(place.parent, place.region, known->second);
}

void LocalCallTree::forget_profile() {
  std::vector<PathNode>().swap(nodes_);
  counts_ = {};
  overhead = {};
  management = {};
  counters = {};
  callees_ = {};
}

}  // namespace lull::analysis
