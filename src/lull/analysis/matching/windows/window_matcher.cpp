// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided communication: assigns each transfer to its lock epoch, access epoch or fences, and
// passes each operation to the class that joins it with others. The synchronisation mode of a
// window may change from phase to phase. Cost: a window is visited only when something has happened
// on it or has become certain; a freed one is erased.
#include <memory>
#include <memory_resource>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/analysis/matching/matcher.hpp"
#include "lull/analysis/matching/windows/access_epochs.hpp"
#include "lull/analysis/matching/windows/lock_epochs.hpp"
#include "lull/analysis/matching/windows/window_collectives.hpp"

namespace lull::analysis {
namespace {

using Kind = WindowOperation::Kind;

struct WindowState {
  WindowState(const ReplayContext& context, WindowId window, std::pmr::memory_resource* memory)
      : id(window), accesses(context, window, memory), locks(window, memory) {}

  // Later operations with this id belong to a new window.
  [[nodiscard]] bool is_over() const {
    return !changed && collectives.freed() && accesses.idle() && locks.idle();
  }

  WindowId id;
  WindowCollectives collectives;
  AccessEpochs accesses;
  LockEpochs locks;
  bool changed = false;            // in this slice
  std::uint32_t checkpoints = 0;   // number of checkpoints that still have work to do
  Timestamp settles = kEndOfTime;  // when more of its locks can be settled
};

struct Incomplete {
  std::uint64_t collectives = 0;
  std::uint64_t accesses = 0;
  std::uint64_t locks = 0;

  void add(const WindowState& window) {
    collectives += window.collectives.incomplete();
    accesses += window.accesses.incomplete();
    locks += window.locks.incomplete();
  }
};

class WindowMatcher final : public Matcher {
 public:
  explicit WindowMatcher(const MatcherPlace& place) : context_(place.context), bus_(place.bus) {}

  [[nodiscard]] OperationTypes takes() const override {
    return types_of<WindowOperation, OutsideMpi>();
  }
  [[nodiscard]] std::vector<const EventType*> publishes() const override {
    return {event_type<WindowCollective>(), event_type<AccessEpoch>(), event_type<ExposureEpoch>(),
            event_type<LockedCall>(), event_type<ProgressWait>()};
  }
  void take(Mails mails) override {
    for_each_operation<WindowOperation>(
        mails, [this](const WindowOperation& operation) { take(operation); });
    for_each_operation<OutsideMpi>(
        mails, [this](const OutsideMpi& outside) { state_of(outside.window).locks.take(outside); });
  }
  void end_slice(Timestamp posted) override {
    recent_window_ = nullptr;
    for (WindowState* const window : std::exchange(changed_, {})) {
      window->changed = false;
      settle(*window, posted);
    }
    while (!unsettled_.empty() && unsettled_.begin()->first < posted)
      settle(*windows_.at(unsettled_.begin()->second), posted);
  }
  void checkpoint(const Checkpoint& checkpoint) override {
    recent_window_ = nullptr;
    std::erase_if(recent_, [&](WindowState* window) {
      window->collectives.checkpoint();
      window->accesses.checkpoint(checkpoint, bus_);
      window->locks.checkpoint(checkpoint, bus_);
      const bool done = --window->checkpoints == 0;
      if (done && window->is_over())
        forget(*window);
      else
        note_change(*window);
      return done;
    });
  }
  void finish() override {
    for (auto& [id, window] : windows_) {
      window->collectives.finish();
      window->accesses.finish(bus_);
      window->locks.finish(bus_);
    }
  }
  void add_to(MatchingNotes& notes) const override {
    const auto add = [&notes](std::uint64_t count, const char* one, const char* many) {
      if (count > 0) notes.remarks[{one, many}] += count;
    };
    Incomplete all = forgotten_;
    for (const auto& [id, window] : windows_) all.add(*window);
    add(all.collectives, "operation on a window was not joined by all members.",
        "operations on windows were not joined by all members.");
    add(all.accesses, "call of MPI_Win_start or MPI_Win_post has no counterpart.",
        "calls of MPI_Win_start or MPI_Win_post have no counterpart.");
    add(all.locks, "lock on a window was never released or never requested.",
        "locks on windows were never released or never requested.");
  }

 private:
  WindowState& state_of(WindowId id) {
    if (recent_window_ != nullptr && recent_window_->id == id) return *recent_window_;
    auto& window = windows_[id];
    if (window == nullptr) window = std::make_unique<WindowState>(context_, id, &memory_);
    note_change(*window);
    if (std::exchange(window->checkpoints, kCheckpoints) == 0) recent_.push_back(window.get());
    return *(recent_window_ = window.get());
  }
  void note_change(WindowState& window) {
    if (!std::exchange(window.changed, true)) changed_.push_back(&window);
  }
  void settle(WindowState& window, Timestamp posted) {
    window.locks.settle(posted, bus_);
    unsettled_.erase({window.settles, window.id});
    window.settles = window.locks.settles_after(posted);
    if (window.settles < kEndOfTime) unsettled_.emplace(window.settles, window.id);
  }
  void forget(const WindowState& window) {
    forgotten_.add(window);
    windows_.erase(window.id);
  }
  void take(const WindowOperation& operation) {
    WindowState& window = state_of(operation.window);
    switch (operation.kind) {
      case Kind::Create:
      case Kind::Free:
      case Kind::Fence:
        return window.collectives.take(operation, bus_);
      case Kind::Transfer:
        if (!window.locks.add_transfer(operation) && !window.accesses.add_transfer(operation))
          window.collectives.add_transfer(operation);
        return;
      case Kind::Completion:
        return window.locks.add_completion(operation);
      case Kind::Lock:
      case Kind::Unlock:
      case Kind::Flush:
        return window.locks.take(operation);
      default:
        return window.accesses.take(operation, bus_);
    }
  }

  // The checkpoints that have work to do: the first after an operation, the one for which that
  // operation is in the past, and the one after operations at the exact time of the first
  // checkpoint.
  static constexpr std::uint32_t kCheckpoints = 3;

  const ReplayContext& context_;
  Bus& bus_;
  std::pmr::unsynchronized_pool_resource memory_;
  std::unordered_map<WindowId, std::unique_ptr<WindowState>> windows_;
  WindowState* recent_window_ = nullptr;  // the last one used in this slice
  std::vector<WindowState*> changed_;     // in this slice
  std::vector<WindowState*> recent_;      // for checkpoints
  std::set<std::pair<Timestamp, WindowId>> unsettled_;
  Incomplete forgotten_;
};

}  // namespace

std::unique_ptr<Matcher> match_windows(const MatcherPlace& place) {
  return std::make_unique<WindowMatcher>(place);
}

}  // namespace lull::analysis
