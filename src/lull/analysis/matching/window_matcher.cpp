// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided communication: tells each transfer what grants it access, a lock, an epoch of its own
// or the fences, and each operation to those who join it with others. The modes of synchronisation
// may change on a window from phase to phase.
#include <memory>
#include <unordered_map>

#include "lull/analysis/matching/access_epochs.hpp"
#include "lull/analysis/matching/lock_epochs.hpp"
#include "lull/analysis/matching/matcher.hpp"
#include "lull/analysis/matching/window_collectives.hpp"

namespace lull::analysis {
namespace {

using Kind = WindowOperation::Kind;

struct WindowState {
  WindowState(const ReplayContext& context, WindowId window)
      : accesses(context, window), locks(window) {}

  WindowCollectives collectives;
  AccessEpochs accesses;
  LockEpochs locks;
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
    for (auto& [id, window] : windows_) window->locks.settle(posted, bus_);
  }
  void checkpoint(const Checkpoint& checkpoint) override {
    for (auto& [id, window] : windows_) {
      window->collectives.checkpoint();
      window->accesses.checkpoint(checkpoint, bus_);
      window->locks.checkpoint(checkpoint, bus_);
    }
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
    for (const auto& [id, window] : windows_) {
      add(window->collectives.incomplete(), "operation on a window was not joined by all members.",
          "operations on windows were not joined by all members.");
      add(window->accesses.incomplete(), "MPI_Win_start or MPI_Win_post has no other side.",
          "calls of MPI_Win_start and MPI_Win_post have no other side.");
      add(window->locks.incomplete(), "lock on a window was not given up, or never requested.",
          "locks on windows were not given up, or never requested.");
    }
  }

 private:
  WindowState& state_of(WindowId id) {
    auto& window = windows_[id];
    if (window == nullptr) window = std::make_unique<WindowState>(context_, id);
    return *window;
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

  const ReplayContext& context_;
  Bus& bus_;
  std::unordered_map<WindowId, std::unique_ptr<WindowState>> windows_;
};

}  // namespace

std::unique_ptr<Matcher> match_windows(const MatcherPlace& place) {
  return std::make_unique<WindowMatcher>(place);
}

}  // namespace lull::analysis
