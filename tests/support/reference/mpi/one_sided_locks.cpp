// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference/mpi/one_sided_locks.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lull::reference {
namespace {

class LockAnalysis {
 public:
  LockAnalysis(const TraceModel& model, Severities& severities)
      : model_(model), severities_(severities) {}

  void analyse(const WindowHistory& window) {
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

 private:
  [[nodiscard]] Timestamp enter(InstanceId call) const { return model_[call].enter; }
  [[nodiscard]] Timestamp leave(InstanceId call) const { return model_.own_end(call); }
  // Returns the time from the call's start to a moment within it.
  [[nodiscard]] std::int64_t span(InstanceId call, Timestamp until) const {
    return until <= leave(call) ? TimeSpan{enter(call), until}.length() : 0;
  }
  // Returns when the last of the conflicting, preceding epochs released its lock on the target.
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

  // Returns how long, from `since`, the process is outside MPI, if it enters MPI before the call is
  // left.
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

  // Considers only calls that occur in the test programs.
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

void analyse_locks(const TraceModel& model, const WindowHistory& window, Severities& severities) {
  LockAnalysis(model, severities).analyse(window);
}

}  // namespace lull::reference
