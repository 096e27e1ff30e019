// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// MPI one-sided communication: windows, fences, epochs between named processes. Locks are in
// one_sided_locks.cpp.
#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "support/reference/mpi/one_sided_locks.hpp"
#include "support/reference/mpi/window_history.hpp"
#include "support/reference/severities.hpp"

namespace lull::reference {
namespace {

class OneSidedAnalysis {
 public:
  OneSidedAnalysis(const TraceModel& model, Severities& severities)
      : model_(model), severities_(severities) {}

  void analyse(const WindowHistory& window) {
    std::size_t most = 0;
    for (const auto& [process, all] : window.collectives) most = std::max(most, all.size());
    for (std::size_t n = 0; n < most; ++n) {
      std::vector<WindowCollective> members;
      for (const auto& [process, all] : window.collectives)
        if (n < all.size()) members.push_back(all[n]);
      if (members.size() == window.size) analyse_collective(members);
    }
    for (const Access& access : window.accesses) analyse_access(window, access);
    for (const Exposure& exposure : window.exposures) analyse_exposure(window, exposure);
  }

 private:
  [[nodiscard]] Timestamp enter(InstanceId call) const { return model_[call].enter; }
  [[nodiscard]] Timestamp leave(InstanceId call) const { return model_.own_end(call); }
  // Returns the time from the call's start to a moment within it.
  [[nodiscard]] std::int64_t span(InstanceId call, Timestamp until) const {
    return until <= leave(call) ? TimeSpan{enter(call), until}.length() : 0;
  }
  void count(InstanceId call, std::size_t partners, std::size_t used) {
    severities_.charge("mpi_rma_pairsync_count", call, static_cast<std::int64_t>(partners));
    severities_.charge("mpi_rma_pairsync_unneeded_count", call,
                       static_cast<std::int64_t>(partners - used));
  }

  // The kind of the member's call; members with different calls lack some of the others'
  // operations.
  [[nodiscard]] static int kind_of(const WindowCollective& member) {
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

  void analyse_collective(const std::vector<WindowCollective>& members) {
    for (const WindowCollective& member : members)
      if (kind_of(member) != kind_of(members.front())) return;
    const Timestamp last = std::ranges::max(members, {}, &WindowCollective::begin).begin;
    const bool together = std::ranges::min(members, {}, &WindowCollective::end).end >= last;
    for (const WindowCollective& member : members) {
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

  void analyse_fence(const std::vector<WindowCollective>& members, const WindowCollective& member,
                     bool together, Timestamp last) {
    std::set<ProcessId> partners;
    std::optional<Timestamp> accessed;
    for (const WindowCollective& other : members)
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

  const TraceModel& model_;
  Severities& severities_;
};

}  // namespace

void analyse_one_sided(const TraceModel& model, Severities& severities) {
  OneSidedAnalysis analysis(model, severities);
  for (const auto& [id, window] : read_windows(model)) {
    analysis.analyse(window);
    analyse_locks(model, window, severities);
  }
}

}  // namespace lull::reference
