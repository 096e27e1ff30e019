// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Window operations of calls. A call's records are kept until the call is left, as its end is not
// known earlier.
#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/events/window_events.hpp"
#include "lull/analysis/replay/mpi/mpi_replay.hpp"
#include "lull/analysis/replay/state/follower.hpp"
#include "lull/analysis/replay/state/process_state.hpp"

namespace lull::analysis {
namespace {

using Kind = WindowOperation::Kind;

class WindowFollower final : public Follower {
 public:
  explicit WindowFollower(const FollowerPlace& place)
      : context_(place.context),
        process_(place.process),
        location_(place.location),
        defects_(place.state.defects),
        presence_(place.state.presence),
        transfers_(place.state.transfers) {}

  [[nodiscard]] EventSelection selection() const override {
    const auto records =
        select_events<RmaCollectiveBegin, RmaCollectiveEnd, RmaGroupSync, RmaRequestLock,
                      RmaReleaseLock, RmaSync, RmaPut, RmaGet, RmaAtomic, RmaOpCompleteBlocking,
                      RmaOpCompleteNonBlocking>();
    return records |
           select_events<Enter, MpiIsendComplete, MpiIrecv, NonBlockingCollectiveComplete>();
  }
  [[nodiscard]] bool wants_leaves() const override { return true; }

  void on(const Event& event, const OpenCall& call, Outbox& outbox) override {
    if (const auto* const enter = std::get_if<Enter>(&event.body))
      return begin(enter->region, call, outbox);
    if (call.kind == CallKind::Other || is_shmem_call(call.kind)) return;  // outside MPI
    if (const auto* const lock = std::get_if<RmaRequestLock>(&event.body))
      return add(*lock, event.attributes, call);
    std::visit([&](const auto& body) { add(body, call); }, event.body);
  }
  void leave(const OpenCall& call, Outbox& outbox) override {
    if (!pending_.empty()) post(call, outbox);
    if (completes_ == call.depth) completes_ = 0;
    if (lets_proceed(call.kind) && presence_.calls > 0 && --presence_.calls == 0)
      presence_.left = call.now;
  }

 private:
  [[nodiscard]] static bool lets_proceed(CallKind kind) {
    return is_mpi_call(kind) && kind != CallKind::MpiQuery;
  }
  void begin(RegionId region, const OpenCall& caller, Outbox& outbox) {
    if (!lets_proceed(context_.class_of(region).call) || presence_.calls++ > 0) return;
    if (presence_.left < caller.now)
      for (const WindowId window : presence_.windows)
        outbox.post(
            OutsideMpi{window, process_, {location_, caller.path}, presence_.left, caller.now});
  }

  // Other events are not selected.
  template <class Body>
  void add(const Body& /*body*/, const OpenCall& /*call*/) {}
  void add(const RmaCollectiveBegin& /*begin*/, const OpenCall& call) { begin_ = call.now; }
  void add(const RmaCollectiveEnd& end, const OpenCall& call) {
    if (!takes_part(end.window, call)) return;
    const auto kind = [&] {
      switch (end.operation) {
        case CollectiveOperation::CreateHandle:
        case CollectiveOperation::CreateHandleAndAllocate:
          return Kind::Create;
        case CollectiveOperation::DestroyHandle:
        case CollectiveOperation::DestroyHandleAndDeallocate:
          return Kind::Free;
        default:
          return Kind::Fence;
      }
    }();
    if (kind != Kind::Fence) std::erase(presence_.windows, end.window);
    if (kind == Kind::Create && presence_.windows.size() < kMostWatched)
      presence_.windows.push_back(end.window);
    WindowOperation& operation = next(kind, end.window, call);
    operation.begin = std::max(begin_, call.enter);  // the call's start if the trace has none
    operation.end = call.now;
  }
  void add(const RmaGroupSync& sync, const OpenCall& call) {
    if (!sync.group.defined() || !takes_part(sync.window, call)) return;
    const auto add_kind = [&](Kind kind) { next(kind, sync.window, call).group = sync.group; };
    if (call.kind == CallKind::WinPost) add_kind(Kind::Post);
    if (call.kind == CallKind::WinStart) add_kind(Kind::Start);
    if (call.kind == CallKind::WinComplete) add_kind(Kind::Complete);
    if (call.kind == CallKind::WinWait || call.kind == CallKind::WinTest) {
      add_kind(Kind::Wait);
      pending_.back().operation.waits = call.kind == CallKind::WinWait;
    }
  }
  void add(const RmaRequestLock& lock, const AttributeList* attributes, const OpenCall& call) {
    if (!takes_part(lock.window, call)) return;
    next(Kind::Lock, lock.window, call).target = target_of(lock.window, lock.remote);
    WindowOperation& operation = pending_.back().operation;
    operation.shared = lock.shared || !operation.target.defined();
    const auto asserted = number_of(attributes, context_.attributes().assertion);
    operation.unchecked = (asserted.value_or(0) & ReplayContext::kNoConflict) != 0;
  }
  void add(const RmaReleaseLock& lock, const OpenCall& call) {
    if (takes_part(lock.window, call))
      next(Kind::Unlock, lock.window, call).target = target_of(lock.window, lock.remote);
  }
  void add(const RmaSync& sync, const OpenCall& call) {
    if (call.kind == CallKind::WinSync || !takes_part(sync.window, call)) return;
    WindowOperation& operation = next(Kind::Flush, sync.window, call);
    operation.target = target_of(sync.window, sync.remote);
    operation.local = call.kind == CallKind::WinFlushLocal;
  }
  void add(const MpiIsendComplete& /*end*/, const OpenCall& call) { completes_ = call.depth; }
  void add(const MpiIrecv& /*end*/, const OpenCall& call) { completes_ = call.depth; }
  void add(const NonBlockingCollectiveComplete& /*end*/, const OpenCall& call) {
    completes_ = call.depth;
  }
  void add(const RmaOpCompleteBlocking& end, const OpenCall& call) { complete(end, call); }
  void add(const RmaOpCompleteNonBlocking& end, const OpenCall& call) { complete(end, call); }
  void complete(const auto& end, const OpenCall& call) {
    const auto transfer = transfers_.find({end.window, end.matching});
    if (transfer == transfers_.end()) return;
    const ProcessId target = transfer->second;
    transfers_.erase(transfer);
    if (waits(call.kind)) next(Kind::Completion, end.window, call).target = target;
  }
  void add(const RmaPut& put, const OpenCall& call) { transfer(put, call); }
  void add(const RmaGet& get, const OpenCall& call) { transfer(get, call); }
  void add(const RmaAtomic& atomic, const OpenCall& call) { transfer(atomic, call); }
  void transfer(const auto& body, const OpenCall& call) {
    if (!takes_part(body.window, call)) return;
    const ProcessId target = target_of(body.window, body.remote);
    if (!target.defined()) return;
    next(Kind::Transfer, body.window, call).target = target;
    if (call.kind == CallKind::RmaRequest && transfers_.size() < kMostTransfers)
      transfers_[{body.window, body.matching}] = target;
  }

  [[nodiscard]] const Window& window(WindowId id) const {
    return context_.definitions.windows[id.index()];
  }
  [[nodiscard]] bool is_mpi(WindowId id) const {
    if (!window(id).communicator.defined()) return false;
    const Definitions& definitions = context_.definitions;
    const GroupId group = definitions.communicators[window(id).communicator.index()].group;
    return !group.defined() || definitions.groups[group.index()].paradigm == Paradigm::Mpi;
  }
  [[nodiscard]] bool takes_part(WindowId id, const OpenCall& call) {
    if (!id.defined()) return false;
    if (id == recent_) return true;
    const auto [part, is_new] = parts_.try_emplace(id, Part::OfOthers);
    if (is_new && is_mpi(id))
      part->second =
          context_.is_member(window(id).communicator, process_) ? Part::Member : Part::Stranger;
    if (part->second == Part::Stranger)
      defects_.count(DataDefect::NotOfWindow, {location_, call.now, call.region});
    if (part->second == Part::Member) recent_ = id;
    return part->second == Part::Member;
  }
  [[nodiscard]] ProcessId target_of(WindowId id, std::uint32_t rank) const {
    return context_.peer(window(id).communicator, rank, location_);
  }
  WindowOperation& next(Kind kind, WindowId id, const OpenCall& call) {
    if (pending_.size() >= kMostPending) pending_.pop_back();
    Pending& pending = pending_.emplace_back();
    pending.depth = call.depth;
    WindowOperation& operation = pending.operation;
    operation.kind = kind;
    operation.window = id;
    operation.size = context_.size_of(window(id).communicator);
    operation.process = process_;
    operation.begin = operation.end = call.now;
    return operation;
  }
  // A call that also waits for other operations waits for the one that lasts longest: it is not
  // known whether that is a transfer.
  [[nodiscard]] bool waits_for_others(std::size_t first, const OpenCall& call) const {
    if (completes_ == call.depth) return true;
    WindowId window;
    for (std::size_t i = first; i < pending_.size(); ++i) {
      if (pending_[i].operation.kind != Kind::Completion) continue;
      if (window.defined() && window != pending_[i].operation.window) return true;
      window = pending_[i].operation.window;
    }
    return false;
  }
  // Operations that are sorted by time must not arrive when that time has passed.
  [[nodiscard]] static bool is_in_order(Kind kind) {
    return kind == Kind::Lock || kind == Kind::Unlock || kind == Kind::Flush ||
           kind == Kind::Transfer || kind == Kind::Completion;
  }
  // A call does one thing with one window, apart from completing transfers.
  void post(const OpenCall& call, Outbox& outbox) {
    std::size_t first = pending_.size();
    while (first > 0 && pending_[first - 1].depth >= call.depth) --first;
    const bool drops_completions = waits(call.kind) && waits_for_others(first, call);
    bool has_one = false;
    for (std::size_t i = first; i < pending_.size(); ++i) {
      WindowOperation& operation = pending_[i].operation;
      if (operation.kind == Kind::Completion) {
        if (drops_completions) continue;
      } else if (std::exchange(has_one, true)) {
        defects_.count(DataDefect::SecondInCall, {location_, call.now, call.region});
        continue;
      }
      if (!call.left && is_in_order(operation.kind)) continue;
      operation.call = call.instance();
      if (is_in_order(operation.kind)) operation.end = call.now;
      outbox.post(operation);
    }
    pending_.resize(first);
  }

  // Limit for windows whose other members are notified when this process is outside MPI.
  static constexpr std::size_t kMostWatched = 32;
  static constexpr std::size_t kMostPending = 65536;    // in open calls
  static constexpr std::size_t kMostTransfers = 65536;  // that are never completed

  const ReplayContext& context_;
  ProcessId process_;
  LocationId location_;
  DataDefects& defects_;
  MpiPresence& presence_;
  std::map<std::pair<WindowId, std::uint64_t>, ProcessId>& transfers_;
  std::uint32_t completes_ = 0;  // depth of a call that completes messages or collectives
  Timestamp begin_;
  struct Pending {
    std::uint32_t depth = 0;  // its call's stack depth
    WindowOperation operation;
  };
  std::vector<Pending> pending_;                                  // those of open calls
  enum class Part : std::uint8_t { Member, Stranger, OfOthers };  // OfOthers: not an MPI window
  std::unordered_map<WindowId, Part> parts_;
  WindowId recent_;  // the last one that it is a member of
};

}  // namespace

std::unique_ptr<Follower> follow_windows(const FollowerPlace& place) {
  if (!place.context.has_mpi_windows()) return nullptr;
  return std::make_unique<WindowFollower>(place);
}

}  // namespace lull::analysis
