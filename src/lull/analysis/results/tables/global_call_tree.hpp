// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One call tree out of those of all locations. Nodes are numbered in the order in which they are
// met, location by location, a parent always before its children.
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
    RegionId region;  // undefined: time outside every region
    GlobalPathId parent;
    PathParameter parameter;
  };

  explicit GlobalCallTree(const Analysis& analysis);

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  // The node for a location's call path. The place outside every region gets a node when asked for.
  GlobalPathId operator()(LocationId location, LocalPathId path);

  // It will soon be asked for that location, then for that path: fetches what it needs for it.
  [[gnu::always_inline]] void expect(LocationId location) const {
    __builtin_prefetch(&paths_[location.index()]);
  }
  [[gnu::always_inline]] void expect(LocationId location, LocalPathId path) const {
    const auto& paths = paths_[location.index()];
    if (path.index() < paths.size()) __builtin_prefetch(&paths[path.index()]);
  }

  // Collective: the tree of all processes of the analysis, the same in all of them. What has become
  // of each node; no location may be asked for after it.
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

  std::vector<const LocalCallTree*> trees_;       // by location
  std::vector<std::vector<GlobalPathId>> paths_;  // by location, as far as resolved
  std::vector<Node> nodes_;
  std::unordered_map<Key, GlobalPathId, KeyHash> index_;
};

}  // namespace lull::analysis
