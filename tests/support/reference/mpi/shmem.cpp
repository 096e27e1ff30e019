// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// OpenSHMEM: collective operations of sets of PEs, locks, and waiting for memory to change.
#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "support/reference/attributes.hpp"
#include "support/reference/severities.hpp"

namespace lull::reference {
namespace {

constexpr std::string_view kSynchronization = "shmem_synchronization";
constexpr std::string_view kCommunication = "shmem_communication";

bool has(std::string_view name, std::string_view part) { return name.find(part) != name.npos; }

// Functions that begin or end OpenSHMEM, or manage symmetric memory.
bool is_of_all(std::string_view metric) {
  return metric == "shmem_memory" || metric == "shmem_init_exit";
}

struct PePart {  // one PE's part in a collective operation
  InstanceId call;
  ProcessId process, root;
  Timestamp begin, end;
  bool sends = false, receives = false;
};

// Indexed by set, number within it, and kind: 'b', 'n', 'r' (with a root) or 'a' (all PEs).
using Operations = std::map<std::tuple<CommunicatorId, std::uint64_t, char>, std::vector<PePart>>;

struct Finished {  // in one process's order
  std::size_t step = 0;
  CommunicatorId set;
  char kind = 'b';
  PePart part;
};

struct PeLockEvent {
  Timestamp time;
  ProcessId process;
  InstanceId call;
  bool acquires = true;
  bool waits = true;
};

struct MemoryChange {
  Timestamp time;
  InstanceId call;
  std::optional<std::uint64_t> address;
  std::uint64_t extent = 0;
};

struct MemoryWait {
  InstanceId call;
  ProcessId process;
  std::optional<std::uint64_t> address;
};

class ShmemAnalysis {
 public:
  ShmemAnalysis(const TraceModel& model, Severities& severities, ReferenceResult& result)
      : model_(model), severities_(severities), result_(result) {}

  void run() {
    for (std::size_t p = 0; p < model_.order.size(); ++p) read(ProcessId(p));
    for (const auto& [key, parts] : operations_)
      if (is_whole(std::get<0>(key), parts))
        charge_collective(std::get<2>(key), parts);
      else
        result_.incomplete_collectives.push_back(
            {std::get<0>(key), parts.size(), model_.definitions->size_of(std::get<0>(key))});
    for (auto& [key, events] : locks_) charge_lock(events);
    for (const MemoryWait& wait : waits_) charge_wait(wait);
  }

 private:
  [[nodiscard]] bool is_of_pes(WindowId window) const {
    if (!window.defined()) return false;
    const Definitions& all = *model_.definitions;
    const CommunicatorId set = all.windows[window.index()].communicator;
    if (!set.defined()) return false;
    const GroupId group = all.communicators[set.index()].group;
    return group.defined() && all.groups[group.index()].paradigm == Paradigm::Shmem;
  }
  [[nodiscard]] CommunicatorId set_of(WindowId window) const {
    return model_.definitions->windows[window.index()].communicator;
  }
  [[nodiscard]] CommunicatorId all_pes() const {
    CommunicatorId greatest;
    for (std::size_t i = 0; i < model_.definitions->windows.size(); ++i)
      if (is_of_pes(WindowId(i)) &&
          (!greatest.defined() || model_.definitions->size_of(set_of(WindowId(i))) >
                                      model_.definitions->size_of(greatest)))
        greatest = set_of(WindowId(i));
    return greatest;
  }
  [[nodiscard]] ProcessId pe(CommunicatorId set, std::uint32_t rank) const {
    const LocationId location = model_.definitions->location_of(set, rank, location_);
    return location.defined() ? model_.process_of(location) : ProcessId{};
  }
  [[nodiscard]] std::optional<std::uint64_t> address_of(const Event& event) const {
    return attribute_of(model_, event, "address");
  }

  void read(ProcessId process) {
    process_ = process;
    numbers_.clear();
    begin_.clear();
    finished_.clear();
    for (const EventRef& ref : model_.events_of(process)) {
      event_ = &model_.event(ref);
      call_ = model_.instance_at(ref);
      location_ = ref.location;
      const Region* const region = call_.defined() ? model_.region_of(call_) : nullptr;
      metric_ = time_metric_of(region);
      if (region == nullptr || !metric_.starts_with("shmem")) continue;
      name_ = region->name;
      if (std::holds_alternative<Enter>(event_->body)) open_call();
      step_ = model_.step_of[ref.location.index()][ref.index];
      std::visit([this](const auto& body) { on(body); }, event_->body);
    }
    std::ranges::stable_sort(finished_, {}, &Finished::step);
    for (const Finished& one : finished_) add(one.set, one.kind, one.part);
  }
  void open_call() {
    const CommunicatorId all = all_pes();
    const RegionInstance& call = model_[call_];
    if (call.left && is_of_all(metric_) && all.defined() && !has(name_, "exit"))
      finished_.push_back({call.closed, all, 'a', {call_, process_, {}, call.enter, call.leave}});
    if (metric_ == kSynchronization && has(name_, "wait") && !has(name_, "test"))
      waits_.push_back({call_, process_, {}});
  }
  void add(CommunicatorId set, char kind, const PePart& part) {
    const std::size_t size = model_.definitions->size_of(set);
    bool is_member = false;
    for (std::uint32_t rank = 0; rank < size; ++rank) is_member |= pe(set, rank) == process_;
    if (is_member && size > 1) operations_[{set, numbers_[set]++, kind}].push_back(part);
  }

  template <class Body>
  void on(const Body& /*other*/) {}
  void on(const RmaCollectiveBegin& /*begin*/) { begin_[location_] = event_->time; }
  void on(const RmaCollectiveEnd& end) {
    if (!is_of_pes(end.window)) return;
    const bool rooted = end.operation == CollectiveOperation::Bcast;
    const char kind = end.operation == CollectiveOperation::Barrier ? 'b' : rooted ? 'r' : 'n';
    const CommunicatorId set = set_of(end.window);
    finished_.push_back({step_,
                         set,
                         kind,
                         {call_, process_, rooted ? pe(set, end.root) : ProcessId{},
                          std::max(begin_[location_], model_[call_].enter), event_->time,
                          end.sent > 0, end.received > 0}});
  }
  void on(const RmaRequestLock& lock) {
    if (has(name_, "test_lock")) add_lock(lock.window, lock.lock, true);
  }
  void on(const RmaAcquireLock& lock) { add_lock(lock.window, lock.lock, true); }
  void on(const RmaReleaseLock& lock) { add_lock(lock.window, lock.lock, false); }
  void add_lock(WindowId window, std::uint64_t lock, bool acquires) {
    if (is_of_pes(window))
      locks_[{window, lock}].push_back(
          {event_->time, process_, call_, acquires, !has(name_, "test_lock")});
  }
  void on(const RmaWaitChange& wait) {
    if (!is_of_pes(wait.window)) return;
    for (MemoryWait& one : waits_)
      if (one.call == call_) one.address = address_of(*event_);
  }
  void on(const RmaPut& put) {
    add_change(put.window, put.remote, attribute_of(model_, *event_, "extent").value_or(put.bytes));
  }
  void on(const RmaAtomic& atomic) {
    const bool only_reads = atomic.sent == 0 && (atomic.type == 0 || atomic.type == 7);
    if (!only_reads)
      add_change(atomic.window, atomic.remote, std::max<std::uint64_t>(1, atomic.sent));
  }
  void add_change(WindowId window, std::uint32_t rank, std::uint64_t extent) {
    if (!is_of_pes(window)) return;
    const ProcessId target = pe(set_of(window), rank);
    if (target.defined() && target != process_)
      changes_[target].push_back({event_->time, call_, address_of(*event_), extent});
  }

  // Charges the time from the part's start to `moment`, within the operation and the call's own
  // time.
  void charge(std::string_view metric, std::string_view part_of, const PePart& part,
              Timestamp moment) {
    const TimeSpan span{std::max(part.begin, model_[part.call].enter),
                        std::min({moment, part.end, model_.own_end(part.call)})};
    severities_.charge_wait(metric, part_of, part.call, span.length());
  }
  [[nodiscard]] static std::set<ProcessId> roots_of(const std::vector<PePart>& parts) {
    std::set<ProcessId> roots;
    for (const PePart& part : parts) roots.insert(part.root);
    if (roots.size() > 1) roots.erase(ProcessId{});
    return roots;
  }
  // Returns whether all have arrived, and agree on the root.
  [[nodiscard]] bool is_whole(CommunicatorId set, const std::vector<PePart>& parts) const {
    return parts.size() == model_.definitions->size_of(set) && roots_of(parts).size() == 1;
  }
  void charge_collective(char kind, const std::vector<PePart>& parts) {
    Timestamp last_begin = parts.front().begin;
    Timestamp first_end = parts.front().end;
    for (const PePart& part : parts) {
      last_begin = std::max(last_begin, part.begin);
      first_end = std::min(first_end, part.end);
    }
    const bool together = first_end >= last_begin;
    if (kind == 'b' || (kind == 'a' && together))
      for (const PePart& part : parts)
        charge("shmem_barrier_wait", kSynchronization, part, last_begin);
    if (kind == 'n') charge_n_to_n(parts, together, last_begin);
    if (kind == 'r') charge_broadcast(parts, *roots_of(parts).begin());
  }
  void charge_n_to_n(const std::vector<PePart>& parts, bool together, Timestamp last_begin) {
    std::optional<Timestamp> last_sender;
    for (const PePart& part : parts)
      if (part.sends) last_sender = std::max(last_sender.value_or(part.begin), part.begin);
    for (const PePart& part : parts) {
      if (together)
        charge("shmem_wait_nxn", kCommunication, part, last_begin);
      else if (last_sender && part.receives)
        charge("shmem_wait_nxn", kCommunication, part, *last_sender);
    }
  }
  void charge_broadcast(const std::vector<PePart>& parts, ProcessId root) {
    const auto at_root = std::ranges::find(parts, root, &PePart::process);
    if (at_root == parts.end() || !at_root->sends) return;
    for (const PePart& part : parts)
      if (part.process != root && part.receives)
        charge("shmem_latebroadcast", kCommunication, part, at_root->begin);
  }

  void charge_lock(std::vector<PeLockEvent>& events) {
    std::ranges::stable_sort(events, [](const PeLockEvent& a, const PeLockEvent& b) {
      return std::tuple(a.time, a.process) < std::tuple(b.time, b.process);
    });
    for (std::size_t i = 0; i < events.size(); ++i) {
      const PeLockEvent& own = events[i];
      if (!own.acquires || !own.waits) continue;
      std::size_t before = i;
      while (before > 0 &&
             !(events[before - 1].acquires && events[before - 1].process != own.process))
        --before;
      if (before == 0) continue;
      const auto is_next = [&](const PeLockEvent& event) {
        return event.process == events[before - 1].process;
      };
      const auto next =
          std::find_if(events.begin() + static_cast<std::ptrdiff_t>(before), events.end(), is_next);
      if (next == events.end() || next->acquires) continue;  // never released
      const Timestamp until =
          std::min({model_[next->call].enter, own.time, model_.own_end(own.call, own.time)});
      severities_.charge_wait("shmem_lock_contention", kSynchronization, own.call,
                              TimeSpan{model_[own.call].enter, until}.length());
    }
  }

  void charge_wait(const MemoryWait& wait) {
    const RegionInstance& call = model_[wait.call];
    if (!call.left) return;
    std::optional<Timestamp> latest;
    for (const MemoryChange& change : changes_[wait.process]) {
      if (change.time < call.enter || call.leave < change.time) continue;
      if (wait.address && change.address &&
          (*wait.address < *change.address || *wait.address - *change.address >= change.extent))
        continue;
      const Timestamp enter = model_[change.call].enter;
      latest = std::max(latest.value_or(enter), enter);
    }
    if (latest && *latest <= model_.own_end(wait.call))
      severities_.charge_wait("shmem_late_put", kSynchronization, wait.call,
                              TimeSpan{call.enter, *latest}.length());
  }

  const TraceModel& model_;
  Severities& severities_;
  ReferenceResult& result_;
  Operations operations_;
  std::map<std::pair<WindowId, std::uint64_t>, std::vector<PeLockEvent>> locks_;
  std::map<ProcessId, std::vector<MemoryChange>> changes_;
  std::vector<MemoryWait> waits_;

  // Valid while a process is read.
  ProcessId process_;
  LocationId location_;
  InstanceId call_;
  const Event* event_ = nullptr;
  std::string_view name_, metric_;
  std::size_t step_ = 0;
  std::vector<Finished> finished_;
  std::map<CommunicatorId, std::uint64_t> numbers_;
  std::map<LocationId, Timestamp> begin_;
};

}  // namespace

void analyse_shmem(const TraceModel& model, Severities& severities, ReferenceResult& result) {
  ShmemAnalysis(model, severities, result).run();
}

}  // namespace lull::reference
