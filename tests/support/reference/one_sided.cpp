// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided communication of MPI: windows, fences, epochs between named processes, locks.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "support/reference/attributes.hpp"
#include "support/reference/lock_epochs.hpp"
#include "support/reference/severities.hpp"

namespace lull::reference {
namespace {

struct Transfer {
  InstanceId call;
  ProcessId origin, target;
};

struct Collective {
  InstanceId call;
  ProcessId process;
  Timestamp begin, end;
  CollectiveOperation operation{};
  std::vector<Transfer> ended;  // the transfers of the epoch that it ends
};

struct Access {
  InstanceId start, complete;
  ProcessId process;
  std::vector<ProcessId> targets;
  std::vector<std::size_t> numbers;  // of each target: which start with it
  std::vector<Transfer> transfers;
};

struct Exposure {
  InstanceId post, wait;
  ProcessId process;
  bool waits = true;
  std::vector<ProcessId> origins;
  std::vector<std::size_t> numbers;
};

// All that happens with one window, process by process.
struct WindowHistory {
  std::size_t size = 0;
  std::map<ProcessId, std::vector<Collective>> collectives;
  std::vector<Access> accesses;
  std::vector<Exposure> exposures;
  std::vector<LockEpoch> locks;
  std::map<ProcessId, std::vector<TimeSpan>> lives;  // when a process has the window
};

class Reader {
 public:
  explicit Reader(const TraceModel& model) : model_(model) {}

  std::map<WindowId, WindowHistory> read() {
    for (std::size_t p = 0; p < model_.order.size(); ++p) read(ProcessId(p));
    // What waits for other things as well is not known to wait for a transfer.
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
    Timestamp begin;  // of a collective operation
  };
  struct Open {  // of one process and window
    std::optional<Access> access;
    std::optional<Exposure> exposure;
    std::map<ProcessId, LockEpoch> locks;
    std::vector<Transfer> fenced;
    std::set<ProcessId> under_way;  // targets of transfers that are not complete there
    std::optional<Timestamp> created;
  };

  void read(ProcessId process) {
    open_.clear();
    begin_.clear();
    requests_.clear();
    process_ = process;
    // What a call does, it does when it is left.
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
    Collective& collective = windows_[end.window].collectives[process_].emplace_back();
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

  // The targets that a call may wait for: of one for all those that have something to complete.
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
  std::map<InstanceId, std::set<WindowId>> completed_;  // whose transfers a call completed
  std::set<InstanceId> completes_others_;               // messages, collective operations
  // While a process is read:
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

class OneSidedAnalysis {
 public:
  OneSidedAnalysis(const TraceModel& model, Severities& severities)
      : model_(model), severities_(severities) {}

  void analyse(const WindowHistory& window) {
    std::size_t most = 0;
    for (const auto& [process, all] : window.collectives) most = std::max(most, all.size());
    for (std::size_t n = 0; n < most; ++n) {
      std::vector<Collective> members;
      for (const auto& [process, all] : window.collectives)
        if (n < all.size()) members.push_back(all[n]);
      if (members.size() == window.size) analyse_collective(members);
    }
    for (const Access& access : window.accesses) analyse_access(window, access);
    for (const Exposure& exposure : window.exposures) analyse_exposure(window, exposure);
    analyse_locks(window);
  }

 private:
  [[nodiscard]] Timestamp enter(InstanceId call) const { return model_[call].enter; }
  [[nodiscard]] Timestamp leave(InstanceId call) const { return model_.own_end(call); }
  // The time from the call's beginning to a moment within it.
  [[nodiscard]] std::int64_t span(InstanceId call, Timestamp until) const {
    return until <= leave(call) ? TimeSpan{enter(call), until}.length() : 0;
  }
  void count(InstanceId call, std::size_t partners, std::size_t used) {
    severities_.charge("mpi_rma_pairsync_count", call, static_cast<std::int64_t>(partners));
    severities_.charge("mpi_rma_pairsync_unneeded_count", call,
                       static_cast<std::int64_t>(partners - used));
  }

  // What a member calls: members that call different things miss some of what others have.
  [[nodiscard]] static int kind_of(const Collective& member) {
    switch (member.operation) {
      case CollectiveOperation::CreateHandle:
      case CollectiveOperation::CreateHandleAndAllocate:
        return 0;
      case CollectiveOperation::DestroyHandle:
      case CollectiveOperation::DestroyHandleAndDeallocate:
        return 1;
      default:
        return 2;
    }
  }

  void analyse_collective(const std::vector<Collective>& members) {
    for (const Collective& member : members)
      if (kind_of(member) != kind_of(members.front())) return;
    const Timestamp last = std::ranges::max(members, {}, &Collective::begin).begin;
    const bool together = std::ranges::min(members, {}, &Collective::end).end >= last;
    for (const Collective& member : members) {
      const auto wait = [&](Timestamp until) {
        return TimeSpan{member.begin, std::min(until, leave(member.call))}.length();
      };
      switch (member.operation) {
        case CollectiveOperation::CreateHandle:
        case CollectiveOperation::CreateHandleAndAllocate:
          if (together)
            severities_.charge_wait("mpi_rma_wait_at_create", "mpi_mgmt_win", member.call,
                                    wait(last));
          break;
        case CollectiveOperation::DestroyHandle:
        case CollectiveOperation::DestroyHandleAndDeallocate:
          if (together)
            severities_.charge_wait("mpi_rma_wait_at_free", "mpi_mgmt_win", member.call,
                                    wait(last));
          break;
        default:
          analyse_fence(members, member, together, last);
      }
    }
  }

  void analyse_fence(const std::vector<Collective>& members, const Collective& member,
                     bool together, Timestamp last) {
    std::set<ProcessId> partners;
    std::optional<Timestamp> accessed;
    for (const Collective& other : members)
      for (const Transfer& transfer : other.ended) {
        if (transfer.origin == transfer.target) continue;
        if (transfer.origin == member.process) partners.insert(transfer.target);
        if (transfer.target != member.process) continue;
        partners.insert(transfer.origin);
        accessed = std::max(accessed.value_or(Timestamp{}), leave(transfer.call));
      }
    count(member.call, members.size() - 1, partners.size());
    if (!together) return;
    const auto wait = [&](Timestamp until) {
      return TimeSpan{member.begin, std::min(until, leave(member.call))}.length();
    };
    severities_.charge_wait("mpi_rma_wait_at_fence", "mpi_rma_sync_active", member.call,
                            wait(last));
    if (accessed)
      severities_.charge("mpi_rma_early_fence", member.call, wait(std::min(*accessed, last)));
  }

  [[nodiscard]] static const Exposure* exposure_for(const WindowHistory& window,
                                                    const Access& access, std::size_t target) {
    for (const Exposure& exposure : window.exposures)
      for (std::size_t i = 0; i < exposure.origins.size(); ++i)
        if (exposure.process == access.targets[target] && exposure.origins[i] == access.process &&
            exposure.numbers[i] == access.numbers[target])
          return &exposure;
    return nullptr;
  }
  [[nodiscard]] static const Access* access_for(const WindowHistory& window,
                                                const Exposure& exposure, std::size_t origin) {
    for (const Access& access : window.accesses)
      for (std::size_t i = 0; i < access.targets.size(); ++i)
        if (access.process == exposure.origins[origin] && access.targets[i] == exposure.process &&
            access.numbers[i] == exposure.numbers[origin])
          return &access;
    return nullptr;
  }

  void analyse_access(const WindowHistory& window, const Access& access) {
    if (!access.complete.defined()) return;
    std::optional<Timestamp> last;
    bool all = true;
    for (std::size_t i = 0; i < access.targets.size(); ++i) {
      const Exposure* const exposure = exposure_for(window, access, i);
      if (exposure == nullptr) {
        all = false;
        continue;
      }
      const Timestamp posted = enter(exposure->post);
      last = std::max(last.value_or(Timestamp{}), posted);
      for (const Transfer& transfer : access.transfers)
        if (transfer.target == access.targets[i])
          severities_.charge_wait("mpi_rma_comm_late_post", "mpi_rma_communication", transfer.call,
                                  span(transfer.call, posted));
    }
    for (const InstanceId call : {access.start, access.complete})
      if (all && last)
        severities_.charge_wait("mpi_rma_sync_late_post", "mpi_rma_sync_active", call,
                                span(call, *last));
    std::set<ProcessId> used;
    for (const Transfer& transfer : access.transfers) used.insert(transfer.target);
    used.erase(access.process);
    count(access.complete, others(access.targets, access.process), used.size());
  }

  [[nodiscard]] static std::size_t others(const std::vector<ProcessId>& all, ProcessId self) {
    return all.size() - static_cast<std::size_t>(std::ranges::count(all, self));
  }

  void analyse_exposure(const WindowHistory& window, const Exposure& exposure) {
    if (!exposure.wait.defined()) return;
    Timestamp completed{};
    Timestamp accessed{};
    std::set<ProcessId> used;
    for (std::size_t i = 0; i < exposure.origins.size(); ++i) {
      const Access* const access = access_for(window, exposure, i);
      if (access == nullptr || !access->complete.defined()) return;
      completed = std::max(completed, enter(access->complete));
      std::optional<Timestamp> last;
      for (const Transfer& transfer : access->transfers)
        if (transfer.target == exposure.process) {
          last = std::max(last.value_or(Timestamp{}), leave(transfer.call));
          if (access->process != exposure.process) used.insert(access->process);
        }
      accessed = std::max(accessed, last.value_or(leave(access->start)));
    }
    count(exposure.wait, others(exposure.origins, exposure.process), used.size());
    if (!exposure.waits || exposure.origins.empty()) return;
    const Timestamp from = enter(exposure.wait);
    const Timestamp until = std::min(completed, leave(exposure.wait));
    severities_.charge_wait("mpi_rma_early_wait", "mpi_rma_sync_active", exposure.wait,
                            TimeSpan{from, until}.length());
    severities_.charge("mpi_rma_late_complete", exposure.wait,
                       TimeSpan{std::max(accessed, from), until}.length());
  }

  // Of those that conflict and come before, the last to give up its lock on the target.
  [[nodiscard]] std::optional<Timestamp> held_until(const std::vector<LockEpoch>& all,
                                                    const std::vector<std::size_t>& order,
                                                    std::size_t own, ProcessId target) const {
    std::optional<Timestamp> until;
    if (all[own].unchecked) return until;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const LockEpoch& other = all[i];
      if (!other.ended || other.unchecked || (all[own].shared && other.shared) ||
          order[i] >= order[own])
        continue;
      if (other.target.defined() && other.target != target) continue;
      until = std::max(until.value_or(Timestamp{}), enter(other.unlock));
    }
    return until;
  }

  void analyse_locks(const WindowHistory& window) {
    struct Found {
      std::int64_t longest = 0;
      bool transfers = false;
      ProcessId origin;
      std::vector<ProcessId> awaited;
    };
    std::map<InstanceId, Found> waiting;
    std::set<ProcessId> targets;
    for (const LockEpoch& epoch : window.locks) targets.insert(epoch.target);
    const std::vector<std::size_t> order = lock_order(model_, window.locks);
    for (std::size_t own = 0; own < window.locks.size(); ++own) {
      const LockEpoch& epoch = window.locks[own];
      if (!epoch.ended) continue;
      for (const LockEpoch::Call& call : epoch.calls) {
        Found& found = waiting[call.id];
        found.transfers = call.transfers;
        found.origin = epoch.process;
        found.awaited.insert(found.awaited.end(), call.awaited.begin(), call.awaited.end());
        for (const ProcessId target : targets) {
          const ProcessId one = epoch.target.defined() ? epoch.target : call.target;
          if (!target.defined() || (one.defined() && one != target)) continue;
          const auto until = held_until(window.locks, order, own, target);
          if (until) found.longest = std::max(found.longest, span(call.id, *until));
        }
      }
    }
    for (const auto& [call, found] : waiting) {
      severities_.charge_wait(
          found.transfers ? "mpi_rma_comm_lock_competition" : "mpi_rma_sync_lock_competition",
          found.transfers ? "mpi_rma_communication" : "mpi_rma_sync_passive", call, found.longest);
      const Timestamp since = enter(call) + Duration{found.longest};
      std::int64_t progress = 0;
      for (const ProcessId target : found.awaited)
        if (target != found.origin)
          progress = std::max(progress, outside_until_within(window, target, since, call));
      severities_.charge_wait(
          found.transfers ? "mpi_rma_comm_wait_for_progress" : "mpi_rma_sync_wait_for_progress",
          found.transfers ? "mpi_rma_communication" : "mpi_rma_sync_passive", call, progress);
    }
  }

  // How long from then the process is outside of MPI, if it enters it before the call is left.
  [[nodiscard]] std::int64_t outside_until_within(const WindowHistory& window, ProcessId process,
                                                  Timestamp since, InstanceId call) const {
    Timestamp next = kEndOfTime;
    for (std::size_t i = 0; i < model_.instances.size(); ++i) {
      const RegionInstance& other = model_.instances[i];
      if (model_.process_of(other.location) != process || !lets_proceed(InstanceId(i))) continue;
      if (other.enter <= since && since < other.leave) return 0;
      if (since < other.enter) next = std::min(next, other.enter);
    }
    if (leave(call) < next) return 0;
    const auto lives = window.lives.find(process);
    if (lives == window.lives.end()) return 0;
    const bool has_window = std::ranges::any_of(lives->second, [next](const TimeSpan& life) {
      return life.begin <= next && next < life.end;
    });
    return has_window ? (next - since).ticks : 0;
  }

  // Of those that programs of tests call.
  [[nodiscard]] bool lets_proceed(InstanceId id) const {
    if (!model_.is_mpi_call(id)) return false;
    std::string name(model_.name_of(id));
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name != "mpi_comm_rank" && name != "mpi_comm_size" && name != "mpi_wtime";
  }

  const TraceModel& model_;
  Severities& severities_;
};

}  // namespace

void analyse_one_sided(const TraceModel& model, Severities& severities) {
  OneSidedAnalysis analysis(model, severities);
  for (const auto& [id, window] : Reader(model).read()) analysis.analyse(window);
}

}  // namespace lull::reference
