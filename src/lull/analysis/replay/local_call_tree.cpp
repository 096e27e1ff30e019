// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/local_call_tree.hpp"

namespace lull::analysis {
namespace {

constexpr std::uint32_t kFewChildren = 16;

// Parameters are rare; a node with many callees and parameters just shares a hash bucket chain.
std::uint64_t key_of(LocalPathId parent, RegionId region, std::uint32_t parameter) {
  return (std::uint64_t{parent.value} << 32 | region.value) ^ std::uint64_t{parameter} << 47;
}

}  // namespace

LocalCallTree::LocalCallTree() : parameters_(1) { nodes_.emplace_back(); }

LocalPathId LocalCallTree::enter(LocalPathId parent, RegionId region) {
  const LocalPathId path = find(parent, region, 0);
  if (region.defined()) recent_[slot_of(parent, region)] = {parent, region, path};
  return path;
}

LocalPathId LocalCallTree::find(LocalPathId parent, RegionId region, std::uint32_t parameter) {
  const PathNode& above = nodes_[parent.index()];
  if (above.children > kFewChildren) {
    const auto found = wide_.find(key_of(parent, region, parameter));
    if (found != wide_.end() && nodes_[found->second.index()].parameter == parameter &&
        nodes_[found->second.index()].region == region)
      return found->second;
  }
  for (LocalPathId child = above.first_child; child.defined();
       child = nodes_[child.index()].next_sibling) {
    const PathNode& node = nodes_[child.index()];
    if (node.region == region && node.parameter == parameter && !attachments_.contains(child))
      return child;
  }
  return add(parent, region, parameter);
}

Counts& LocalCallTree::new_counts(LocalPathId path) {
  nodes_[path.index()].counts = static_cast<std::uint32_t>(counts_.size());
  return counts_.emplace_back();
}

LocalPathId LocalCallTree::add(LocalPathId parent, RegionId region, std::uint32_t parameter) {
  const LocalPathId path(nodes_.size());
  PathNode node;
  node.parent = parent;
  node.region = region;
  node.parameter = parameter;
  node.next_sibling = nodes_[parent.index()].first_child;
  node.parallel = nodes_[parent.index()].parallel;
  nodes_.push_back(node);
  PathNode& above = nodes_[parent.index()];
  above.first_child = path;
  ++above.children;
  wide_[key_of(parent, region, parameter)] = path;
  return path;
}

LocalPathId LocalCallTree::attach(LocationId location, LocalPathId path) {
  const std::uint64_t key = std::uint64_t{location.value} << 32 | path.value;
  const auto [entry, fresh] = attached_.try_emplace(key);
  if (fresh) {
    entry->second = add(LocalPathId(kRoot), RegionId{}, 0);
    nodes_[entry->second.index()].parallel = true;
    attachments_[entry->second] = {location, path, {}, {}};
  }
  return entry->second;
}

CallInstance LocalCallTree::attachment(LocalPathId path) const {
  const auto found = attachments_.find(path);
  return found == attachments_.end() ? CallInstance{} : found->second;
}

LocalPathId LocalCallTree::with_parameter(LocalPathId path, const PathParameter& parameter) {
  std::uint32_t index = 1;
  while (index < parameters_.size() && !(parameters_[index] == parameter)) ++index;
  if (index == parameters_.size()) parameters_.push_back(parameter);
  const PathNode& node = nodes_[path.index()];
  return find(node.parent, node.region, index);
}

}  // namespace lull::analysis
