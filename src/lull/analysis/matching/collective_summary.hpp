// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A collective operation with members in several processes of the analysis: what these tell each
// other about it. Its size grows with the number of these processes, not with that of members: only
// members travel that the others may be compared with. Of scans all do.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lull/analysis/operations.hpp"

namespace lull::analysis {

struct CollectiveKey {
  CommunicatorId communicator;
  CollectiveKind kind = CollectiveKind::Barrier;
  std::uint64_t number = 0;
  friend bool operator==(const CollectiveKey&, const CollectiveKey&) = default;

  struct Hash {
    std::size_t operator()(const CollectiveKey& key) const noexcept {
      return ((key.number * 31 + key.communicator.value) * 31 +
              static_cast<std::size_t>(key.kind)) *
             0x9E3779B97F4A7C15ull;
    }
  };
};

struct CollectiveSummary {
  CollectiveKey key;
  std::uint32_t size = 0;     // members that the operation has
  std::uint32_t members = 0;  // that it is about
  int from = 0;               // the process of the analysis that tells it
  bool complete = false;      // it is about all of them
  std::uint32_t parts = 0;    // that travel with it
};

// Summaries and the parts that travel with them, in two rows.
class CollectiveSummaries {
 public:
  using Part = CollectiveOperationPart;

  // A summary whose parts are added one by one.
  void begin(const CollectiveSummary& summary) {
    summaries_.push_back(summary);
    summaries_.back().parts = 0;
  }
  void add(const Part& part) {
    parts_.push_back(part);
    ++summaries_.back().parts;
  }
  void add(const CollectiveSummary& summary, std::span<const Part> parts) {
    begin(summary);
    for (const Part& part : parts) add(part);
  }
  // use(summary, its parts) for each, in order.
  template <class Use>
  void for_each(Use&& use) const {
    for_each(summaries_, parts_, use);
  }
  template <class Use>
  static void for_each(std::span<const CollectiveSummary> summaries, std::span<const Part> parts,
                       Use&& use) {
    for (const CollectiveSummary& summary : summaries) {
      use(summary, parts.first(summary.parts));
      parts = parts.subspan(summary.parts);
    }
  }

  [[nodiscard]] std::span<const CollectiveSummary> summaries() const { return summaries_; }
  [[nodiscard]] std::span<const Part> parts() const { return parts_; }
  [[nodiscard]] bool empty() const { return summaries_.empty(); }
  void clear() {
    summaries_.clear();
    parts_.clear();
  }

 private:
  std::vector<CollectiveSummary> summaries_;
  std::vector<Part> parts_;
};

// Keeps of these members of one operation those that others may be compared with: who began last,
// left first, began last of those that send, with the root and without; and the root. Of an n-to-n
// operation also those that may be the first to leave of all that needed the last sender: one, or a
// few where members leave in another order than they began. Of a scan, all.
void keep_representatives(std::vector<CollectiveOperationPart>& parts, CollectiveKind kind);

}  // namespace lull::analysis
