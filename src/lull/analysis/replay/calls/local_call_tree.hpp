// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The call tree of one location with its profile: own time and visits per call path. Entering a
// known callee costs a search among its few siblings. The tree of a worker thread is attached,
// through an attachment node, below the call path that forked its team.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lull/analysis/events/operations.hpp"
#include "lull/analysis/paths/path_counts.hpp"
#include "lull/analysis/paths/path_places.hpp"
#include "lull/analysis/run/activity.hpp"
#include "lull/base/memory/prefetch.hpp"

namespace lull::analysis {

// A parameter value that distinguishes one region's calls; index into the tree's table.
struct PathParameter {
  ParameterId parameter;
  std::uint64_t value = 0;  // for a string: its StringId
  ValueKind kind = ValueKind::None;
  friend bool operator==(const PathParameter&, const PathParameter&) = default;

  struct Hash {
    std::size_t operator()(const PathParameter& of) const noexcept {
      const std::uint64_t word = of.value * 0xBF58476D1CE4E5B9ull ^ of.parameter.value;
      return (word ^ word >> 29) * 0x9E3779B97F4A7C15ull;
    }
  };
};

// Data of a call path on one location, besides its place.
struct PathNode {
  LocalPathId first_child;
  std::uint32_t counts = PathCounts::kNone;
  bool many_children = false;  // all children are in the tree's index
  bool in_mpi_call = false;    // inside an MPI call
  CallKind kind = CallKind::Other;
  Activity activity = Activity::Computation;  // if activities are charted
  Duration time;                              // own time, including overhead
  std::uint64_t visits = 0;
};
static_assert(sizeof(PathNode) == 32);

class LocalCallTree {
 public:
  // The store must outlive this object.
  explicit LocalCallTree(PathStore& store);

  // Prefetches the tree, and its first nodes if it is cached already.
  [[gnu::always_inline]] void expect() const {
    prefetch(recent_);
    prefetch(nodes_);
    prefetch(counts_);
  }
  [[gnu::always_inline]] void expect_nodes() const {
    constexpr std::size_t kNodes = 16;
    for (std::size_t i = 0; i < std::min(kNodes, nodes_.size()); i += 2) prefetch(nodes_[i]);
    counts_.expect();
  }

  static constexpr std::size_t kRoot = 0;  // above the first region; holds time outside regions

  // Returns the callee `region` below `parent`, inserting it if it is new.
  LocalPathId enter(LocalPathId parent, RegionId region);
  // Does the same for a recently entered callee; undefined for any other.
  [[nodiscard]] LocalPathId recent(LocalPathId parent, RegionId region) const {
    const Recent& recent = recent_[slot_of(parent, region)];
    return recent.parent == parent && recent.region == region ? recent.path : LocalPathId{};
  }
  // Makes the next call of the region a non-recent one, for any caller.
  void forget_recent(RegionId region) {
    for (Recent& recent : recent_)
      if (recent.region == region) recent = {};
  }
  // The region at the root that was inserted last.
  [[nodiscard]] LocalPathId last_entered_root() const {
    const LocalPathId last = nodes_[kRoot].first_child;
    return last.defined() ? last : LocalPathId(kRoot);
  }
  // Returns the node for another location's call path with that key.
  LocalPathId attach(LocationId location, LocalPathId path, std::uint64_t key);
  // Returns the same call as `path`, distinguished by a parameter.
  LocalPathId with_parameter(LocalPathId path, const PathParameter& parameter);

  PathNode& operator[](LocalPathId path) { return nodes_[path.index()]; }
  const PathNode& operator[](LocalPathId path) const { return nodes_[path.index()]; }
  [[nodiscard]] std::size_t size() const { return places_.size(); }
  // Returns the foreign call path that an attachment node refers to; undefined ids for any other
  // node.
  [[nodiscard]] CallInstance attachment(LocalPathId path) const;
  [[nodiscard]] const PathParameter& parameter(std::uint32_t index) const {
    return parameters_[index];
  }

  [[nodiscard]] const PathPlaces& places() const { return places_; }
  [[nodiscard]] RegionId region(LocalPathId path) const { return places_[path.index()].region; }

  // Returns a count of the call path, initially zero.
  [[gnu::always_inline]] std::uint64_t& count(LocalPathId path, CountMetric metric) {
    return counts_.at(nodes_[path.index()].counts, metric);
  }
  // Calls use(metric, count) for all nonzero counts of the call path.
  template <class Use>
  void for_each_count(LocalPathId path, Use use) const {
    counts_.for_each(nodes_[path.index()].counts, use);
  }

  // Discards measured values; the places of call paths remain.
  void forget_profile();

 private:
  // A recently entered callee without a parameter.
  struct Recent {
    LocalPathId parent;
    RegionId region;
    LocalPathId path;
  };
  static constexpr std::size_t kRecent = 64;

  struct Callee {
    LocalPathId parent;
    RegionId region;
    std::uint32_t parameter = 0;
    friend bool operator==(const Callee&, const Callee&) = default;

    struct Hash {
      std::size_t operator()(const Callee& of) const noexcept {
        std::uint64_t word = std::uint64_t{of.parent.value} << 32 | of.region.value;
        word ^= of.parameter * 0xBF58476D1CE4E5B9ull;
        return (word ^ word >> 29) * 0x9E3779B97F4A7C15ull;
      }
    };
  };

  static std::size_t slot_of(LocalPathId parent, RegionId region) {
    return (parent.value * 7 + region.value) % kRecent;
  }

  LocalPathId find(LocalPathId parent, RegionId region, std::uint32_t parameter);
  [[nodiscard]] std::uint64_t key_of(LocalPathId parent, RegionId region,
                                     std::uint32_t parameter) const;
  LocalPathId add(LocalPathId parent, RegionId region, std::uint32_t parameter, std::uint64_t key);
  void index_callees(LocalPathId parent);

  std::array<Recent, kRecent> recent_;
  std::vector<PathNode> nodes_;
  PathCounts counts_;
  PathPlaces places_;
  std::vector<PathParameter> parameters_;
  std::unordered_map<PathParameter, std::uint32_t, PathParameter::Hash> parameter_places_;
  std::unordered_map<Callee, LocalPathId, Callee::Hash> callees_;  // for nodes with many children
  std::unordered_map<std::uint64_t, LocalPathId> attached_;
  std::unordered_map<LocalPathId, CallInstance> attachments_;

 public:
  // Side tables; most call paths have no entry.
  std::unordered_map<LocalPathId, Duration> overhead;    // part of time
  std::unordered_map<LocalPathId, Duration> management;  // part of time: fork and join of teams
  std::unordered_map<std::uint64_t, double> counters;    // path << 32 | metric member
};

}  // namespace lull::analysis
