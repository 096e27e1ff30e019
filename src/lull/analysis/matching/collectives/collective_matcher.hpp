// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Joins the members of collective operations and publishes complete ones. In a multi-process
// analysis, one process, chosen by the operation, gathers the summaries of all processes with
// members and answers them when the operation is complete; each then publishes it for its own
// members. With two processes, each sends its summary to the other.
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
  // Summaries of an operation at the gathering process, or the other process's summary if there are
  // two.
  struct Gathered {
    std::uint32_t size = 0;
    std::uint32_t reported = 0;  // members reported until now
    std::vector<int> from;
    Members members;
    void clear() {
      size = reported = 0;
      from.clear();
      members.clear();
    }
  };

  void take(const CollectiveMember& member);
  void take(const CollectiveSummary& summary, std::span<const CollectiveMember> members);
  [[nodiscard]] std::uint32_t expected_here(const CollectiveMember& member) const;
  [[nodiscard]] int gatherer_of(const CollectiveKey& key) const;
  [[nodiscard]] bool gathers(const CollectiveKey& key) const;
  void send_summary(int to, const CollectiveKey& key, const Members& members);
  void gather(const CollectiveSummary& summary, std::span<const CollectiveMember> members);
  void answer(const CollectiveKey& key, const Gathered& all);
  // `counts`: this process of the analysis counts the operation.
  void publish(const CollectiveKey& key, Members& members, bool counts);
  // Does the same, charged only to members that this process of the analysis owns.
  void publish_here(const CollectiveKey& key, Members& members, bool counts);
  // Sorts members of scans by rank.
  void count(const CollectiveKey& key, Members& members);
  void sort_by_rank(const CollectiveKey& key, Members& members) const;
  // Posts the outcomes of a non-blocking operation for the members owned by this process.
  void post_outcomes(const Collective& operation);
  void post_no_outcomes(std::span<const CollectiveMember> members);
  void post_outcome(const CollectiveMember& member, const CollectiveMember* awaited);
  [[nodiscard]] bool are_two() const {
    return context_.ownership != nullptr && context_.ownership->size == 2;
  }
  // Between two processes: takes the other's summary, and publishes the operation if it is complete
  // now.
  void take_from_other(const CollectiveSummary& summary, std::span<const CollectiveMember> others);
  bool publish_with(const CollectiveKey& key, Members& own, std::uint32_t reported,
                    std::span<const CollectiveMember> others);
  // Gives up an operation with missing members; it is counted where it is gathered.
  void give_up(const CollectiveKey& key, const Members& members);

  const ReplayContext& context_;
  const Progress& progress_;
  Bus& bus_;
  ReusedMap<CollectiveKey, Members, CollectiveKey::Hash> waiting_;
  ReusedMap<CollectiveKey, Gathered, CollectiveKey::Hash> gathered_;
  Members sent_;      // for one operation
  Members received_;  // for one operation
  std::uint64_t complete_ = 0;
  ClockViolations reversed_;
  std::map<CommunicatorId, std::uint64_t> incomplete_;
};

}  // namespace lull::analysis
