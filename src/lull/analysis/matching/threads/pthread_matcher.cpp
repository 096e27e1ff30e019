// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Pthreads barriers: threads pass one together in groups of its size. Joined threads: the end of a
// thread is matched with the call that joined it.
#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "lull/analysis/matching/matcher.hpp"

namespace lull::analysis {
namespace {

using BarrierKey = std::pair<ProcessId, std::uint64_t>;
using ThreadKey = std::tuple<ProcessId, CommunicatorId, std::uint64_t>;

struct Round {
  std::uint64_t count = 0;
  std::uint64_t came = 0;
  std::vector<CallInstance> left;
};

struct Barrier {
  std::map<std::uint64_t, Round> rounds;
  std::uint64_t next = 0;
};

class PthreadMatcher final : public Matcher {
 public:
  explicit PthreadMatcher(Bus& bus) : bus_(bus) {}

  [[nodiscard]] OperationTypes takes() const override {
    return types_of<BarrierPassing, ThreadOver>();
  }
  [[nodiscard]] std::vector<const EventType*> publishes() const override {
    return {event_type<BarrierRound>(), event_type<ThreadJoined>()};
  }
  void take(Mails mails) override {
    for_each_operation<BarrierPassing>(mails, [this](const BarrierPassing& passing) {
      passing.leaves ? leave(passing) : come(passing);
    });
    for_each_operation<ThreadOver>(mails, [this](const ThreadOver& over) { take(over); });
  }
  // A join of such a thread would not wait long.
  void checkpoint(const Checkpoint& checkpoint) override {
    forgotten_ += std::erase_if(ended_, [&checkpoint](const auto& entry) {
      return entry.second.time < checkpoint.previous;
    });
  }
  void finish() override {
    for (const auto& [key, barrier] : barriers_) incomplete_ += barrier.rounds.size();
    forgotten_ += ended_.size();
  }
  void add_to(MatchingNotes& notes) const override {
    if (incomplete_ > 0)
      notes.remarks[{"Pthreads barrier was not reached by as many threads as it waits for.",
                     "Pthreads barriers were not reached by as many threads as they wait "
                     "for."}] += incomplete_;
    if (endless_ > forgotten_)
      notes.remarks[{"joined thread has no end in the trace.",
                     "joined threads have no end in the trace."}] += endless_ - forgotten_;
  }

 private:
  void come(const BarrierPassing& passing) {
    Barrier& barrier = barriers_[{passing.process, passing.barrier}];
    if (barrier.rounds.empty() ||
        barrier.rounds.rbegin()->second.came == barrier.rounds.rbegin()->second.count)
      barrier.rounds[barrier.next++].count = passing.count;
    auto& [number, round] = *barrier.rounds.rbegin();
    ++round.came;
    within_[{passing.call.location, passing.depth}] = number;
  }
  void leave(const BarrierPassing& passing) {
    const auto barrier = barriers_.find({passing.process, passing.barrier});
    const auto number = within_.find({passing.call.location, passing.depth});
    if (barrier == barriers_.end() || number == within_.end()) return;
    const auto found = barrier->second.rounds.find(number->second);
    within_.erase(number);
    if (found == barrier->second.rounds.end()) return;
    Round& round = found->second;
    round.left.push_back(passing.call);
    if (round.left.size() < round.count) return;
    const auto comes_earlier = [](const CallInstance& a, const CallInstance& b) {
      return std::tuple(a.enter, b.location) < std::tuple(b.enter, a.location);
    };
    bus_.publish(BarrierRound{passing.process, round.left,
                              *std::ranges::max_element(round.left, comes_earlier)});
    barrier->second.rounds.erase(found);
  }

  void take(const ThreadOver& over) {
    const ThreadKey key{over.process, over.contingent, over.sequence};
    if (!over.joined) {
      ended_[key] = over;
      return;
    }
    const auto end = ended_.find(key);
    if (end == ended_.end()) {
      ++endless_;
      return;
    }
    if (over.kind == CallKind::PthreadJoin)
      bus_.publish(ThreadJoined{over.process, over.call, end->second.time, end->second.call});
    ended_.erase(end);
  }

  Bus& bus_;
  std::map<BarrierKey, Barrier> barriers_;
  std::map<std::pair<LocationId, std::uint32_t>, std::uint64_t> within_;  // rounds, by thread in it
  std::map<ThreadKey, ThreadOver> ended_;                                 // not joined yet
  std::uint64_t incomplete_ = 0;
  std::uint64_t endless_ = 0;
  std::uint64_t forgotten_ = 0;
};

}  // namespace

std::unique_ptr<Matcher> match_pthreads(const MatcherPlace& place) {
  return std::make_unique<PthreadMatcher>(place.bus);
}

}  // namespace lull::analysis
