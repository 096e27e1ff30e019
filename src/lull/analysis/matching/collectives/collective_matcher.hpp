// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Joins the members of collective operations and publishes complete ones. When the analysis runs as
// several processes, one of them, which depends on the operation, hears from all that have members,
// and tells them when it is complete; each then publishes it for its own members. Two processes
// need no third: each tells the other one.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "lull/analysis/matching/collectives/collective_summary.hpp"
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
  using Members = std::vector<CollectiveMember>;
  // What is known about an operation in the one place, or of two processes to the other one.
  struct Gathered {
    std::uint32_t size = 0;
    std::uint32_t told = 0;  // members that were told of
    std::vector<int> from;
    Members members;
    void clear() {
      size = told = 0;
      from.clear();
      members.clear();
    }
  };

  void take(const CollectiveMember& member);
  void take(const CollectiveSummary& summary, std::span<const CollectiveMember> members);
  [[nodiscard]] std::uint32_t expected_here(const CollectiveMember& member) const;
  [[nodiscard]] int gatherer_of(const CollectiveKey& key) const;
  [[nodiscard]] bool gathers(const CollectiveKey& key) const;
  void tell(int to, const CollectiveKey& key, const Members& members);
  void gather(const CollectiveSummary& summary, std::span<const CollectiveMember> members);
  void answer(const CollectiveKey& key, const Gathered& all);
  // `counts`: it is this process of the analysis that counts the operation.
  void publish(const CollectiveKey& key, Members& members, bool counts);
  // The same, charged to members of this process of the analysis only.
  void publish_here(const CollectiveKey& key, Members& members, bool counts);
  // Sorts members of scans by rank.
  void count(const CollectiveKey& key, Members& members);
  void sort_by_rank(const CollectiveKey& key, Members& members) const;
  // Tells our processes what came of their parts in a non-blocking operation.
  void tell_outcomes(const Collective& operation);
  void tell_nothing(std::span<const CollectiveMember> members);
  void tell_outcome(const CollectiveMember& member, const CollectiveMember* awaited);
  [[nodiscard]] bool are_two() const {
    return context_.ownership != nullptr && context_.ownership->size == 2;
  }
  // Between two processes: what the other one said, and the operation if it is complete now.
  void hear(const CollectiveSummary& summary, std::span<const CollectiveMember> others);
  bool publish_with(const CollectiveKey& key, Members& own, std::uint32_t told,
                    std::span<const CollectiveMember> others);
  // Operations that wait for members here: they are counted where they are gathered.
  void give_up(const CollectiveKey& key, const Members& members);

  const ReplayContext& context_;
  const Progress& progress_;
  Bus& bus_;
  ReusedMap<CollectiveKey, Members, CollectiveKey::Hash> waiting_;
  ReusedMap<CollectiveKey, Gathered, CollectiveKey::Hash> gathered_;
  Members told_;   // of one operation
  Members heard_;  // likewise
  std::uint64_t complete_ = 0;
  ClockViolations reversed_;
  std::map<CommunicatorId, std::uint64_t> incomplete_;
};

}  // namespace lull::analysis
