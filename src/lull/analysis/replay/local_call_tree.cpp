// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/local_call_tree.hpp"

namespace lull::analysis {
namespace {

constexpr std::uint32_t kFewChildren = 16;
constexpr std::uint64_t kKeyOfRoot = 0x9E3779B97F4A7C15ull;

std::uint64_t mixed(std::uint64_t key, std::uint64_t word) {
  key = (key ^ word) * 0xBF58476D1CE4E5B9ull;
  return (key ^ key >> 32) * 0x94D049BB133111EBull;
}

}  // namespace

LocalCallTree::LocalCallTree() : parameters_(1) {
  nodes_.emplace_back();
  keys_.add(kKeyOfRoot);
}

LocalPathId LocalCallTree::enter(LocalPathId parent, RegionId region) {
  const LocalPathId path = find(parent, region, 0);
  if (region.defined()) recent_[slot_of(parent, region)] = {parent, region, path};
  return path;
}

LocalPathId LocalCallTree::find(LocalPathId parent, RegionId region, std::uint32_t parameter) {
  const PathNode& above = nodes_[parent.index()];
  if (above.children > kFewChildren) {
    const auto found = callees_.find({parent, region, parameter});
    return found != callees_.end() ? found->second : add(parent, region, parameter);
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
  nodes_.push_back(node);
  const std::uint64_t key = mixed(keys_[parent.index()], region.value + std::uint64_t{1});
  keys_.add(parameter == 0 ? key : mixed(key, PathParameter::Hash()(parameters_[parameter])));
  PathNode& above = nodes_[parent.index()];
  above.first_child = path;
  ++above.children;
  if (above.children > kFewChildren) index_callees(parent);
  return path;
}

// From the first callee too many on, all of them are in the index.
void LocalCallTree::index_callees(LocalPathId parent) {
  const PathNode& above = nodes_[parent.index()];
  LocalPathId child = above.first_child;
  std::uint32_t fresh = above.children == kFewChildren + 1 ? above.children : 1;
  for (; fresh > 0; --fresh, child = nodes_[child.index()].next_sibling) {
    const PathNode& node = nodes_[child.index()];
    if (!attachments_.contains(child)) callees_[{parent, node.region, node.parameter}] = child;
  }
}

LocalPathId LocalCallTree::attach(LocationId location, LocalPathId path, std::uint64_t path_key) {
  const std::uint64_t key = std::uint64_t{location.value} << 32 | path.value;
  const auto [entry, fresh] = attached_.try_emplace(key);
  if (fresh) {
    entry->second = LocalPathId(nodes_.size());
    attachments_[entry->second] = {location, path, {}, {}};
    add(LocalPathId(kRoot), RegionId{}, 0);
    keys_.replace_last(path_key);
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
  const PathNode& node = nodes_[path.index()];
  return find(node.parent, node.region, known->second);
}

}  // namespace lull::analysis
