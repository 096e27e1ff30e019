// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference/mpi/window_history.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "support/reference/attributes.hpp"

namespace lull::reference {
namespace {

class WindowReader {
 public:
  explicit WindowReader(const TraceModel& model) : model_(model) {}

  std::map<WindowId, WindowHistory> read() {
    for (std::size_t p = 0; p < model_.order.size(); ++p) read(ProcessId(p));
    // A call that also waits for other things may not have waited for a transfer.
    for (auto& [id, window] : windows_)
      for (LockEpoch& epoch : window.locks)
        std::erase_if(epoch.calls, [this](const LockEpoch::Call& call) {
          const auto found = completed_.find(call.id);
          return found != completed_.end() &&
                 (found->second.size() > 1 || completes_others_.contains(call.id));
        });
    return std::move(windows_);
  }

 private:
  struct Done {
    InstanceId call;
    LocationId location;
    const Event* event = nullptr;
    Timestamp begin;  // a collective operation's
  };
  struct Open {  // per process and window
    std::optional<Access> access;
    std::optional<Exposure> exposure;
    std::map<ProcessId, LockEpoch> locks;
    std::vector<Transfer> fenced;
    std::set<ProcessId> under_way;  // targets of incomplete transfers
    std::optional<Timestamp> created;
  };

  void read(ProcessId process) {
    open_.clear();
    begin_.clear();
    requests_.clear();
    process_ = process;
    // The effects of a call apply when it is left.
    std::vector<Done> all;
    for (const EventRef& ref : model_.events_of(process)) {
      const Event& event = model_.event(ref);
      const InstanceId call = model_.instance_at(ref);
      if (!model_.is_mpi_call(call)) continue;
      if (std::holds_alternative<RmaCollectiveBegin>(event.body)) begin_[ref.location] = event.time;
      all.push_back({call, ref.location, &event, begin_[ref.location]});
    }
    std::ranges::stable_sort(all, {},
                             [this](const Done& done) { return model_[done.call].closed; });
    for (const Done& done : all) {
      call_ = done.call;
      location_ = done.location;
      event_ = done.event;
      time_ = event_->time;
      collective_begin_ = done.begin;
      std::visit([this](const auto& body) { on(body); }, event_->body);
    }
    for (auto& [window, open] : open_) {
      if (open.access) windows_[window].accesses.push_back(*open.access);
      if (open.exposure) windows_[window].exposures.push_back(*open.exposure);
      for (auto& [target, epoch] : open.locks) windows_[window].locks.push_back(epoch);
      if (open.created) windows_[window].lives[process].push_back({*open.created, kEndOfTime});
    }
  }

  template <class Body>
  void on(const Body& /*other*/) {}
  void on(const RmaCollectiveEnd& end) {
    if (!known(end.window)) return;
    WindowCollective& collective = windows_[end.window].collectives[process_].emplace_back();
    collective.call = call_;
    collective.process = process_;
    collective.begin = std::max(collective_begin_, model_[call_].enter);
    collective.end = time_;
    collective.operation = end.operation;
    collective.ended = std::exchange(open_[end.window].fenced, {});
    const bool creates = end.operation == CollectiveOperation::CreateHandle ||
                         end.operation == CollectiveOperation::CreateHandleAndAllocate;
    const bool frees = end.operation == CollectiveOperation::DestroyHandle ||
                       end.operation == CollectiveOperation::DestroyHandleAndDeallocate;
    auto& created = open_[end.window].created;
    if (created && (creates || frees))
      windows_[end.window].lives[process_].push_back({*std::exchange(created, {}), time_});
    if (creates) created = time_;
  }
  void on(const RmaGroupSync& sync) {
    if (!known(sync.window) || !sync.group.defined()) return;
    Open& open = open_[sync.window];
    WindowHistory& history = windows_[sync.window];
    const std::string name = lower(model_.name_of(call_));
    if (name == "mpi_win_start") {
      if (open.access) history.accesses.push_back(*open.access);
      open.access = Access{call_, {}, process_, members(sync.group), {}, {}};
      for (const ProcessId target : open.access->targets)
        open.access->numbers.push_back(starts_[{sync.window, process_, target}]++);
    } else if (name == "mpi_win_post") {
      if (open.exposure) history.exposures.push_back(*open.exposure);
      open.exposure = Exposure{call_, {}, process_, true, members(sync.group), {}};
      for (const ProcessId origin : open.exposure->origins)
        open.exposure->numbers.push_back(posts_[{sync.window, origin, process_}]++);
    } else if (name == "mpi_win_complete" && open.access) {
      open.access->complete = call_;
      history.accesses.push_back(*open.access);
      open.access.reset();
    } else if ((name == "mpi_win_wait" || name == "mpi_win_test") && open.exposure) {
      open.exposure->wait = call_;
      open.exposure->waits = name == "mpi_win_wait";
      history.exposures.push_back(*open.exposure);
      open.exposure.reset();
    }
  }
  void on(const RmaRequestLock& lock) {
    if (!known(lock.window) || !model_[call_].left) return;
    const ProcessId target = target_of(lock.window, lock.remote);
    LockEpoch& epoch = open_[lock.window].locks[target] = {};
    epoch.process = process_;
    epoch.target = target;
    epoch.shared = lock.shared || !target.defined();
    epoch.unchecked = attribute_of(model_, *event_, "MPI assert").value_or(0) == 1;
    epoch.calls.push_back({call_, target, false, awaited(lock.window, target, true)});
  }
  void on(const RmaReleaseLock& lock) {
    if (!known(lock.window) || !model_[call_].left) return;
    auto& locks = open_[lock.window].locks;
    const ProcessId target = target_of(lock.window, lock.remote);
    const std::vector<ProcessId> needed = awaited(lock.window, target);
    complete(lock.window, target);
    const auto open = locks.find(target);
    if (open == locks.end()) return;
    open->second.ended = true;
    open->second.unlock = call_;
    open->second.calls.push_back({call_, open->first, false, needed});
    windows_[lock.window].locks.push_back(open->second);
    locks.erase(open);
  }
  void on(const RmaSync& sync) {
    const std::string name = lower(model_.name_of(call_));
    if (!known(sync.window) || name == "mpi_win_sync" || !model_[call_].left) return;
    const ProcessId target = target_of(sync.window, sync.remote);
    std::vector<ProcessId> needed = awaited(sync.window, target);
    if (name.starts_with("mpi_win_flush_local"))
      needed.clear();
    else
      complete(sync.window, target);
    for (auto& [locked, epoch] : open_[sync.window].locks)
      if (!locked.defined() || !target.defined() || locked == target)
        epoch.calls.push_back({call_, target, false, needed});
  }
  void on(const MpiIsendComplete& /*end*/) { completes_others_.insert(call_); }
  void on(const MpiIrecv& /*end*/) { completes_others_.insert(call_); }
  void on(const NonBlockingCollectiveComplete& /*end*/) { completes_others_.insert(call_); }
  void on(const RmaOpCompleteBlocking& end) { completion(end); }
  void on(const RmaOpCompleteNonBlocking& end) { completion(end); }
  void completion(const auto& end) {
    const auto request = requests_.find({end.window, end.matching});
    if (request == requests_.end()) return;
    const ProcessId target = request->second;
    requests_.erase(request);
    if (!model_[call_].left) return;
    if (!lower(model_.name_of(call_)).starts_with("mpi_wait")) return;
    completed_[call_].insert(end.window);
    auto& locks = open_[end.window].locks;
    for (const ProcessId locked : {target, ProcessId{}})
      if (const auto epoch = locks.find(locked); epoch != locks.end()) {
        epoch->second.calls.push_back({call_, target, true, {target}});
        return;
      }
  }
  void on(const RmaPut& put) { transfer(put); }
  void on(const RmaGet& get) { transfer(get); }
  void on(const RmaAtomic& atomic) { transfer(atomic); }
  void transfer(const auto& body) {
    if (!known(body.window)) return;
    const ProcessId target = target_of(body.window, body.remote);
    if (!target.defined()) return;
    if (lower(model_.name_of(call_)).starts_with("mpi_r"))
      requests_[{body.window, body.matching}] = target;
    if (!model_[call_].left) return;
    Open& open = open_[body.window];
    for (const ProcessId locked : {target, ProcessId{}})
      if (const auto epoch = open.locks.find(locked); epoch != open.locks.end()) {
        epoch->second.calls.push_back({call_, target, true, awaited(body.window, target)});
        open.under_way.insert(target);
        return;
      }
    if (open.access &&
        std::ranges::find(open.access->targets, target) != open.access->targets.end())
      open.access->transfers.push_back({call_, process_, target});
    else
      open.fenced.push_back({call_, process_, target});
  }

  // Returns the targets that a call may wait for: a call without a target waits for all with
  // incomplete transfers.
  [[nodiscard]] std::vector<ProcessId> awaited(WindowId window, ProcessId target,
                                               bool locks = false) {
    if (target.defined()) return {target};
    if (locks) return {};
    const std::set<ProcessId>& all = open_[window].under_way;
    return {all.begin(), all.end()};
  }
  void complete(WindowId window, ProcessId target) {
    std::set<ProcessId>& all = open_[window].under_way;
    if (target.defined())
      all.erase(target);
    else
      all.clear();
  }

  [[nodiscard]] static std::string lower(std::string_view name) {
    std::string text(name);
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
  }
  [[nodiscard]] bool known(WindowId id) {
    if (!id.defined()) return false;
    const CommunicatorId members = model_.definitions->windows[id.index()].communicator;
    if (!members.defined()) return false;
    const GroupId group = model_.definitions->communicators[members.index()].group;
    if (group.defined() && model_.definitions->groups[group.index()].paradigm != Paradigm::Mpi)
      return false;
    windows_[id].size = model_.definitions->size_of(members);
    return true;
  }
  [[nodiscard]] ProcessId target_of(WindowId id, std::uint32_t rank) const {
    const CommunicatorId members = model_.definitions->windows[id.index()].communicator;
    if (rank >= model_.definitions->size_of(members)) return {};
    const LocationId location = model_.definitions->location_of(members, rank, location_);
    return location.defined() ? model_.process_of(location) : ProcessId{};
  }
  [[nodiscard]] std::vector<ProcessId> members(GroupId group) const {
    std::vector<ProcessId> all;
    for (const LocationId location : model_.definitions->groups[group.index()].locations)
      if (location.defined()) all.push_back(model_.process_of(location));
    return all;
  }

  const TraceModel& model_;
  std::map<WindowId, WindowHistory> windows_;
  using Direction = std::tuple<WindowId, ProcessId, ProcessId>;  // origin, target
  std::map<Direction, std::size_t> starts_, posts_;
  std::map<InstanceId, std::set<WindowId>> completed_;  // windows whose transfers a call completed
  std::set<InstanceId> completes_others_;               // messages, collective operations
  // Valid while a process is read.
  std::map<WindowId, Open> open_;
  std::map<LocationId, Timestamp> begin_;
  std::map<std::pair<WindowId, std::uint64_t>, ProcessId> requests_;
  ProcessId process_;
  LocationId location_;
  InstanceId call_;
  Timestamp time_;
  const Event* event_ = nullptr;
  Timestamp collective_begin_;
};

}  // namespace

std::map<WindowId, WindowHistory> read_windows(const TraceModel& model) {
  return WindowReader(model).read();
}

}  // namespace lull::reference
