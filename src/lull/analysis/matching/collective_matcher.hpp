// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Joins the parts of collective operations and publishes complete ones. When the analysis runs as
// several processes, one of them, which depends on the operation, hears from all that have members,
// and tells them when it is complete; each then publishes it for its own members. Two processes
// need no third: each tells the other one.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "lull/analysis/matching/collective_summary.hpp"
#include "lull/analysis/matching/matcher.hpp"
#include "lull/analysis/matching/reused_map.hpp"

namespace lull::analysis {

class CollectiveMatcher final : public Matcher {
 public:
  explicit CollectiveMatcher(const MatcherPlace& place)
      : context_(place.context), progress_(place.progress), bus_(place.bus) {}

  [[nodiscard]] OperationTypes takes() const override;
  [[nodiscard]] std::vector<const EventType*> publishes() const override;
  void take(Mails mails) override;
  void checkpoint(const Checkpoint& checkpoint) override;
  void finish() override;
  void add_to(MatchingNotes& notes) const override;

 private:
  using Parts = std::vector<CollectiveOperationPart>;
  // What is known about an operation in the one place, or of two processes to the other one.
  struct Gathered {
    std::uint32_t size = 0;
    std::uint32_t members = 0;
    std::vector<int> from;
    Parts parts;
    void clear() {
      size = members = 0;
      from.clear();
      parts.clear();
    }
  };

  void take(const CollectiveOperationPart& part);
  void take(const CollectiveSummary& summary, std::span<const CollectiveOperationPart> parts);
  [[nodiscard]] std::uint32_t expected_here(const CollectiveOperationPart& part) const;
  [[nodiscard]] int gatherer_of(const CollectiveKey& key) const;
  [[nodiscard]] bool gathers(const CollectiveKey& key) const;
  void tell(int to, const CollectiveKey& key, const Parts& parts);
  void gather(const CollectiveSummary& summary, std::span<const CollectiveOperationPart> parts);
  void answer(const CollectiveKey& key, const Gathered& all);
  // `counts`: it is this process of the analysis that counts the operation.
  void publish(const CollectiveKey& key, Parts& parts, bool counts);
  void count(const CollectiveKey& key, bool complete);
  [[nodiscard]] bool are_two() const {
    return context_.ownership != nullptr && context_.ownership->size == 2;
  }
  // Between two processes: what the other one said, and the operation if it is complete now.
  void hear(const CollectiveSummary& summary, std::span<const CollectiveOperationPart> others);
  bool publish_with(const CollectiveKey& key, Parts& own, std::uint32_t members,
                    std::span<const CollectiveOperationPart> others);
  // Operations that wait for members here: they are counted where they are gathered.
  void give_up(const CollectiveKey& key, const Parts& parts);

  const ReplayContext& context_;
  const Progress& progress_;
  Bus& bus_;
  ReusedMap<CollectiveKey, Parts, CollectiveKey::Hash> parts_;
  ReusedMap<CollectiveKey, Gathered, CollectiveKey::Hash> gathered_;
  Parts told_;   // of one operation
  Parts heard_;  // likewise
  std::uint64_t complete_ = 0;
  std::map<CommunicatorId, std::uint64_t> incomplete_;
};

}  // namespace lull::analysis
