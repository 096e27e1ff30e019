// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers of operations and bytes by call path (the trees comms, syncs and bytes). Most call paths
// have none, and hardly any has counts of more than one kind of communication.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lull/base/memory/grow.hpp"
#include "lull/base/memory/prefetch.hpp"

namespace lull::analysis {

enum class CountMetric : std::uint8_t {
  // Messages
  SyncsSend,
  SyncsReceive,
  CommsSend,
  CommsReceive,
  BytesSent,
  BytesReceived,
  // Collective operations
  SyncsCollective,
  CommsExchange,
  CommsAsSource,
  CommsAsDestination,
  BytesCollectiveOut,
  BytesCollectiveIn,
  // One-sided
  RmaPuts,
  RmaGets,
  RmaAtomics,
  RmaBytesPut,
  RmaBytesGot,
  Count
};
inline constexpr std::size_t kCountMetrics = static_cast<std::size_t>(CountMetric::Count);

class PathCounts {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // Returns a count of the call path whose counts begin at `begin`; initially zero.
  [[gnu::always_inline]] std::uint64_t& at(std::uint32_t& begin, CountMetric metric) {
    const std::uint32_t kind = kind_of(metric);
    if (begin == kNone || groups_[begin].kind != kind) [[unlikely]]
      return further(begin, metric);
    return groups_[begin].counts[place_of(metric)];
  }
  // Prefetches the first counts.
  [[gnu::always_inline]] void expect() const {
    constexpr std::size_t kGroups = 4;
    for (std::size_t i = 0; i < std::min(kGroups, groups_.size()); ++i) prefetch(groups_[i]);
  }
  // Calls use(metric, count) for all nonzero counts.
  template <class Use>
  void for_each(std::uint32_t begin, Use use) const {
    for (; begin != kNone; begin = groups_[begin].next) {
      const Group& group = groups_[begin];
      for (std::size_t i = 0; i < kGroup; ++i)
        if (group.counts[i] != 0)
          use(static_cast<CountMetric>(group.kind * kGroup + i), group.counts[i]);
    }
  }

 private:
  static constexpr std::size_t kGroup = 6;
  struct Group {
    std::array<std::uint64_t, kGroup> counts{};
    std::uint32_t kind = 0;
    std::uint32_t next = kNone;  // next entry of the same call path
  };
  static constexpr std::uint32_t kind_of(CountMetric metric) {
    return static_cast<std::uint32_t>(metric) / kGroup;
  }
  static constexpr std::size_t place_of(CountMetric metric) {
    return static_cast<std::size_t>(metric) % kGroup;
  }

  [[gnu::noinline]] std::uint64_t& further(std::uint32_t& begin, CountMetric metric) {
    std::uint32_t* link = &begin;
    while (*link != kNone && groups_[*link].kind != kind_of(metric)) link = &groups_[*link].next;
    if (*link == kNone) {
      *link = static_cast<std::uint32_t>(groups_.size());
      make_room_for_one(groups_);
      groups_.push_back({{}, kind_of(metric), kNone});
      return groups_.back().counts[place_of(metric)];
    }
    return groups_[*link].counts[place_of(metric)];
  }

  std::vector<Group> groups_;
};

}  // namespace lull::analysis
