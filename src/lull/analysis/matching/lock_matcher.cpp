// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The n-th acquisition of a lock belongs to the release of the acquisition before. Either may be
// recorded first.
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "lull/analysis/matching/matcher.hpp"

namespace lull::analysis {
namespace {

struct LockKey {
  ProcessId process;
  Paradigm paradigm = Paradigm::Unknown;
  std::uint32_t lock = 0;
  friend bool operator==(const LockKey&, const LockKey&) = default;

  struct Hash {
    std::size_t operator()(const LockKey& key) const noexcept {
      const std::uint64_t word = std::uint64_t{key.process.value} << 32 | key.lock;
      return (word ^ static_cast<std::uint64_t>(key.paradigm) << 60) * 0x9E3779B97F4A7C15ull;
    }
  };
};

// What waits for its other side: as a rule one of them, for the next or the previous holder.
struct LockState {
  static constexpr std::size_t kMost = 16;  // where the orders in a trace have gaps

  std::vector<LockOperation> waiting;
};

class LockMatcher final : public Matcher {
 public:
  explicit LockMatcher(Bus& bus) : bus_(bus) {}

  [[nodiscard]] OperationTypes takes() const override { return types_of<LockOperation>(); }
  [[nodiscard]] std::vector<const EventType*> publishes() const override {
    return {event_type<LockHandover>()};
  }
  void take(Mails mails) override {
    for_each_operation<LockOperation>(mails,
                                      [this](const LockOperation& operation) { take(operation); });
  }
  // Nobody waited for a release that is so old.
  void checkpoint(const Checkpoint& checkpoint) override {
    std::erase_if(locks_, [&checkpoint](const auto& entry) {
      return std::ranges::all_of(entry.second.waiting, [&](const LockOperation& operation) {
        return operation.time < checkpoint.previous;
      });
    });
  }
  void add_to(MatchingNotes&) const override {}

 private:
  void take(const LockOperation& operation) {
    auto& waiting = locks_[{operation.process, operation.paradigm, operation.lock}].waiting;
    const auto other = std::ranges::find_if(waiting, [&](const LockOperation& candidate) {
      return operation.release ? !candidate.release && candidate.order == operation.order + 1
                               : candidate.release && candidate.order + 1 == operation.order;
    });
    if (other == waiting.end()) {
      if (waiting.size() == LockState::kMost) waiting.erase(waiting.begin());
      waiting.push_back(operation);
      return;
    }
    if (operation.release)
      bus_.publish(LockHandover{operation, *other});
    else
      bus_.publish(LockHandover{*other, operation});
    waiting.erase(other);
  }

  Bus& bus_;
  std::unordered_map<LockKey, LockState, LockKey::Hash> locks_;
};

}  // namespace

std::unique_ptr<Matcher> match_locks(const MatcherPlace& place) {
  return std::make_unique<LockMatcher>(place.bus);
}

}  // namespace lull::analysis
