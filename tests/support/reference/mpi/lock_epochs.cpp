// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference/mpi/lock_epochs.hpp"

#include <algorithm>
#include <tuple>

namespace lull::reference {
namespace {

class Order {
 public:
  Order(const TraceModel& model, const std::vector<LockEpoch>& epochs)
      : model_(model), epochs_(epochs), places_(epochs.size()), placed_(epochs.size()) {}

  std::vector<std::size_t> find() {
    std::vector<std::size_t> by_end;
    for (std::size_t i = 0; i < epochs_.size(); ++i)
      if (epochs_[i].ended) by_end.push_back(i);
    std::ranges::stable_sort(by_end, {}, [this](std::size_t i) { return end_of(i); });
    for (const std::size_t i : by_end) place(i);
    return places_;
  }

 private:
  [[nodiscard]] std::pair<Timestamp, ProcessId> end_of(std::size_t i) const {
    return {model_[epochs_[i].unlock].leave, epochs_[i].process};
  }
  [[nodiscard]] Timestamp requested(std::size_t i) const {
    return model_[epochs_[i].calls.front().id].enter;
  }
  [[nodiscard]] Timestamp gives_up(std::size_t i) const { return model_[epochs_[i].unlock].enter; }
  // If calls are nested, this is the end of the preceding call.
  [[nodiscard]] Timestamp begins_last_call(std::size_t i) const {
    const std::vector<LockEpoch::Call>& calls = epochs_[i].calls;
    const Timestamp begin = model_[calls.back().id].enter;
    return calls.size() < 2 ? begin : std::max(begin, model_[calls[calls.size() - 2].id].leave);
  }
  [[nodiscard]] bool conflict(const LockEpoch& a, const LockEpoch& b) const {
    return a.process != b.process && !a.unchecked && !b.unchecked && !(a.shared && b.shared) &&
           (a.target == b.target || !a.target.defined() || !b.target.defined());
  }
  // Returns the longest time that `i` would have waited for `other` to release its lock.
  [[nodiscard]] std::int64_t wait(std::size_t i, std::size_t other) const {
    const LockEpoch& own = epochs_[i];
    const ProcessId target = own.target.defined() ? own.target : epochs_[other].target;
    std::int64_t longest = 0;
    for (const LockEpoch::Call& call : own.calls) {
      if (!own.target.defined() && call.target.defined() && call.target != target) continue;
      const Timestamp enter = model_[call.id].enter;
      if (enter < gives_up(other) && gives_up(other) <= model_.own_end(call.id))
        longest = std::max(longest, (gives_up(other) - enter).ticks);
    }
    return longest;
  }
  [[nodiscard]] bool comes_before(std::size_t later, std::size_t earlier) const {
    return epochs_[later].ended && conflict(epochs_[later], epochs_[earlier]) &&
           end_of(earlier) < end_of(later) && requested(later) < requested(earlier) &&
           begins_last_call(later) < end_of(earlier).first &&
           wait(later, earlier) + (end_of(later).first - end_of(earlier).first).ticks <
               wait(earlier, later);
  }
  void place(std::size_t i) {
    if (placed_[i]) return;
    placed_[i] = true;
    std::vector<std::size_t> before;
    for (std::size_t other = 0; other < epochs_.size(); ++other)
      if (!placed_[other] && comes_before(other, i)) before.push_back(other);
    std::ranges::sort(before, {}, [this](std::size_t other) {
      return std::pair(requested(other), epochs_[other].process);
    });
    for (const std::size_t other : before) place(other);
    places_[i] = next_++;
  }

  const TraceModel& model_;
  const std::vector<LockEpoch>& epochs_;
  std::vector<std::size_t> places_;
  std::vector<bool> placed_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<std::size_t> lock_order(const TraceModel& model, const std::vector<LockEpoch>& epochs) {
  return Order(model, epochs).find();
}

}  // namespace lull::reference
