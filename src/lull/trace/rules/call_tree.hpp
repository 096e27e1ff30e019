// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The call paths of a program as a tree: a node is a region and the path that led to it. Nodes are
// numbered in order of first occurrence, parents before their children.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lull/base/memory/hash_index.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull {

using CallNodeId = Id<struct CallNodeTag>;

class CallTree {
 public:
  struct Node {
    RegionId region;
    CallNodeId parent;  // undefined: a root
  };

  // Returns the node of `region` called from `parent` (undefined for a root), adding it if needed.
  CallNodeId child(CallNodeId parent, RegionId region) {
    LastChild& last = parent.defined() ? last_children_[parent.index()] : last_root_;
    if (last.node.defined() && last.region == region) [[likely]]
      return last.node;
    CallNodeId node = find(parent, region);
    const bool fresh = !node.defined();
    if (fresh) node = CallNodeId(nodes_.size());
    last = {region, node};
    if (fresh) add(parent, region);
    return node;
  }

  // Returns the same, but undefined if there is no such node.
  [[nodiscard]] CallNodeId find(CallNodeId parent, RegionId region) const {
    const std::uint32_t node =
        nodes_by_call_.find(key_of(parent, region), [&](std::uint32_t other) {
          return nodes_[other].parent == parent && nodes_[other].region == region;
        });
    return node == HashIndex::kNone ? CallNodeId{} : CallNodeId(node);
  }

  // Adds the nodes of another tree. Returns the new id of each, indexed by its id there.
  std::vector<CallNodeId> absorb(const CallTree& other) {
    std::vector<CallNodeId> here;
    for (const Node& node : other.nodes_)
      here.push_back(
          child(node.parent.defined() ? here[node.parent.index()] : CallNodeId{}, node.region));
    return here;
  }

  [[nodiscard]] const Node& operator[](CallNodeId node) const { return nodes_.at(node.index()); }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  // Returns the regions of the path from the root to `node`.
  [[nodiscard]] std::vector<RegionId> path(CallNodeId node) const {
    std::vector<RegionId> regions;
    for (; node.defined(); node = (*this)[node].parent) regions.push_back((*this)[node].region);
    return {regions.rbegin(), regions.rend()};
  }

 private:
  void add(CallNodeId parent, RegionId region) {
    nodes_.push_back({region, parent});
    last_children_.emplace_back();
    nodes_by_call_.insert(static_cast<std::uint32_t>(nodes_.size() - 1), [&](std::uint32_t node) {
      return key_of(nodes_[node].parent, nodes_[node].region);
    });
  }
  struct LastChild {
    RegionId region;
    CallNodeId node;
  };
  [[nodiscard]] static std::uint64_t key_of(CallNodeId parent, RegionId region) {
    return std::uint64_t{parent.value} << 32 | region.value;
  }

  std::vector<Node> nodes_;
  std::vector<LastChild> last_children_;  // by node: the child of the last lookup
  LastChild last_root_;
  HashIndex nodes_by_call_;
};

}  // namespace lull
