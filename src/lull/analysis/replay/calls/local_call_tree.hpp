// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The call tree of one location with its profile: own time and visits per call path. Entering a
// known callee costs a look at its few siblings. A worker thread's tree hangs, through an
// attachment node, below the call path that forked its team.
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

// A parameter value that tells calls of one region apart; index into the tree's own table.
struct PathParameter {
  ParameterId parameter;
  std::uint64_t value = 0;  // of a string: its StringId
  ValueKind kind = ValueKind::None;
  friend bool operator==(const PathParameter&, const PathParameter&) = default;

  struct Hash {
    std::size_t operator()(const PathParameter& of) const noexcept {
      const std::uint64_t word = of.value * 0xBF58476D1CE4E5B9ull ^ of.parameter.value;
      return (word ^ word >> 29) * 0x9E3779B97F4A7C15ull;
    }
  };
};

// What one location has of a call path beside its place.
struct PathNode {
  LocalPathId first_child;
  std::uint32_t counts = PathCounts::kNone;
  bool many_children = false;  // all of them are in the tree's index
  bool in_mpi_call = false;    // inside a call of MPI
  CallKind kind = CallKind::Other;
  Activity activity = Activity::Computation;  // where activities are charted
  Duration time;                              // own, everything included
  std::uint64_t visits = 0;
};
static_assert(sizeof(PathNode) == 32);

class LocalCallTree {
 public:
  // The store must outlive this.
  explicit LocalCallTree(PathStore& store);

  // It is needed soon: gets it into the cache, and when it is there, the first of its nodes.
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

  static constexpr std::size_t kRoot = 0;  // above the first region; holds time outside of regions

  // The callee `region` below `parent`, made when it is new.
  LocalPathId enter(LocalPathId parent, RegionId region);
  // The same for a callee that was entered not long ago; undefined for any other.
  [[nodiscard]] LocalPathId recent(LocalPathId parent, RegionId region) const {
    const Recent& recent = recent_[slot_of(parent, region)];
    return recent.parent == parent && recent.region == region ? recent.path : LocalPathId{};
  }
  // The next enter of the region is not a recent one, whoever calls it.
  void forget_recent(RegionId region) {
    for (Recent& recent : recent_)
      if (recent.region == region) recent = {};
  }
  // Of the regions at the root, the one that became known last.
  [[nodiscard]] LocalPathId last_entered_root() const {
    const LocalPathId last = nodes_[kRoot].first_child;
    return last.defined() ? last : LocalPathId(kRoot);
  }
  // The node that stands for another location's call path, which has that key.
  LocalPathId attach(LocationId location, LocalPathId path, std::uint64_t key);
  // The same call as `path`, told apart by a parameter.
  LocalPathId with_parameter(LocalPathId path, const PathParameter& parameter);

  PathNode& operator[](LocalPathId path) { return nodes_[path.index()]; }
  const PathNode& operator[](LocalPathId path) const { return nodes_[path.index()]; }
  [[nodiscard]] std::size_t size() const { return places_.size(); }
  // The foreign call path an attachment node stands for; undefined ids for any other node.
  [[nodiscard]] CallInstance attachment(LocalPathId path) const;
  [[nodiscard]] const PathParameter& parameter(std::uint32_t index) const {
    return parameters_[index];
  }

  [[nodiscard]] const PathPlaces& places() const { return places_; }
  [[nodiscard]] RegionId region(LocalPathId path) const { return places_[path.index()].region; }

  // A count of the call path, zero at first.
  [[gnu::always_inline]] std::uint64_t& count(LocalPathId path, CountMetric metric) {
    return counts_.at(nodes_[path.index()].counts, metric);
  }
  // use(metric, count) for all counts of the call path but zeros.
  template <class Use>
  void for_each_count(LocalPathId path, Use use) const {
    counts_.for_each(nodes_[path.index()].counts, use);
  }

  // What was measured is not asked for any more; where call paths lie, is.
  void forget_profile();

 private:
  // A callee without a parameter that was entered not long ago.
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
  std::unordered_map<Callee, LocalPathId, Callee::Hash> callees_;  // of nodes with many
  std::unordered_map<std::uint64_t, LocalPathId> attached_;
  std::unordered_map<LocalPathId, CallInstance> attachments_;

 public:
  // Side tables; most call paths have no entry.
  std::unordered_map<LocalPathId, Duration> overhead;    // part of time
  std::unordered_map<LocalPathId, Duration> management;  // part of time: fork and join of teams
  std::unordered_map<std::uint64_t, double> counters;    // path << 32 | metric member
};

}  // namespace lull::analysis
