// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The union of the call trees of all locations. Nodes are numbered in the order in which they are
// visited, location by location, parents before children.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lull/analysis/analysis.hpp"

namespace lull::analysis {

using GlobalPathId = Id<struct GlobalPathTag>;

class GlobalCallTree {
 public:
  struct Node {
    RegionId region;  // undefined: time outside any region
    GlobalPathId parent;
    PathParameter parameter;
  };

  explicit GlobalCallTree(const Analysis& analysis);

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  // Returns the node of a location's call path. The node outside any region is inserted on demand.
  GlobalPathId operator()(LocationId location, LocalPathId path);

  // Prefetches data for a location, then for a path.
  [[gnu::always_inline]] void expect(LocationId location) const {
    __builtin_prefetch(&paths_[location.index()]);
  }
  [[gnu::always_inline]] void expect(LocationId location, LocalPathId path) const {
    const auto& paths = paths_[location.index()];
    if (path.index() < paths.size()) __builtin_prefetch(&paths[path.index()]);
  }

  // Collective: merges the trees of all processes of the analysis, with the same result on all.
  // Returns the new id of each node; locations must not be looked up afterwards.
  std::vector<GlobalPathId> merge(Partners& partners);

 private:
  struct Key {
    GlobalPathId parent;
    RegionId region;
    PathParameter parameter;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept {
      const std::uint64_t word = std::uint64_t{key.parent.value} << 32 | key.region.value;
      return (word ^ key.parameter.value * 31 ^ key.parameter.parameter.value) *
             0x9E3779B97F4A7C15ull;
    }
  };

  // Maps the location's paths up to and including `path`.
  void resolve(LocationId location, LocalPathId path);
  GlobalCallTree() = default;
  [[nodiscard]] Bytes pack() const;
  std::vector<GlobalPathId> absorb(const std::vector<Node>& nodes);
  GlobalPathId node(const Key& key);
  GlobalPathId outside();

  std::vector<const LocalCallTree*> trees_;       // indexed by location
  std::vector<std::vector<GlobalPathId>> paths_;  // indexed by location; only those resolved
  std::vector<Node> nodes_;
  std::unordered_map<Key, GlobalPathId, KeyHash> index_;
};

}  // namespace lull::analysis
