// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Number of collective operations on each communicator at the last checkpoints, counted by the most
// advanced member. Read by all shards, changed between slices only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

class Progress {
 public:
  // `kept`: number of members of incomplete operations to keep for each communicator.
  explicit Progress(std::uint64_t kept) : kept_(kept) {}

  // An operation is given up when it lags this far behind the most advanced member.
  [[nodiscard]] std::uint64_t patience(std::uint32_t members) const {
    constexpr std::uint64_t kLeast = 64;
    return std::max(kLeast, kept_ / std::max(members, 1u));
  }

  // Index of a communicator's counts; non-blocking operations are numbered separately.
  [[nodiscard]] static std::size_t place_of(CommunicatorId communicator, bool requested) {
    return 2 * communicator.index() + (requested ? 1 : 0);
  }
  // Called at a checkpoint; `counts` are the current counts, indexed by place_of().
  void advance(std::vector<std::uint64_t> counts) {
    long_ago_ = std::move(before_);
    before_ = std::move(now_);
    now_ = std::move(counts);
  }
  // Returns whether the operation, with this number of members, is too old to become complete.
  [[nodiscard]] bool given_up(const CollectiveKey& key, std::uint32_t members) const {
    return is_outdated(before_, key, members);
  }
  // Returns whether given_up() was already true at the previous checkpoint.
  [[nodiscard]] bool was_given_up(const CollectiveKey& key, std::uint32_t members) const {
    return is_outdated(long_ago_, key, members);
  }

 private:
  [[nodiscard]] bool is_outdated(const std::vector<std::uint64_t>& counts, const CollectiveKey& key,
                                 std::uint32_t members) const {
    const bool has_no_number =
        key.kind == CollectiveKind::Init || key.kind == CollectiveKind::Finalize;
    if (!key.communicator.defined() || has_no_number) return false;
    const std::size_t place = place_of(key.communicator, key.requested);
    return place < counts.size() && key.number + patience(members) < counts[place];
  }

  std::uint64_t kept_;
  // Counts at the last checkpoint, and at the checkpoints before it.
  std::vector<std::uint64_t> now_, before_, long_ago_;
};

}  // namespace lull::analysis
