// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/windows/window_collectives.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lull::analysis {

void WindowCollectives::add_transfer(const WindowOperation& transfer) {
  constexpr std::size_t kUnmerged = 64;
  Process& process = processes_[transfer.process];
  std::vector<Access>& accesses = process.accesses;
  if (accesses.empty() || accesses.back().target != transfer.target)
    accesses.push_back({transfer.process, transfer.target, transfer.call});
  else if (accesses.back().last.leave < transfer.call.leave)
    accesses.back().last = transfer.call;
  if (accesses.size() > 2 * process.merged + kUnmerged) process.merge();
}

// Keeps for each target the last access to end, or the first of several that end then.
void WindowCollectives::Process::merge() {
  std::ranges::stable_sort(accesses, [](const Access& a, const Access& b) {
    return std::tuple(a.target, b.last.leave) < std::tuple(b.target, a.last.leave);
  });
  accesses.erase(std::unique(accesses.begin(), accesses.end(),
                             [](const Access& a, const Access& b) { return a.target == b.target; }),
                 accesses.end());
  merged = accesses.size();
}

void WindowCollectives::take(const WindowOperation& member, Bus& bus) {
  Process& process = processes_[member.process];
  const std::uint64_t number = process.number++;
  process.merge();
  ahead_ = std::max(ahead_, number);
  if (number < first_) return process.accesses.clear();
  Operation& operation = waiting_[number];
  if (operation.members.empty()) operation.members.reserve(member.size);
  if (!operation.members.empty() && operation.kind != member.kind) operation.agreed = false;
  operation.kind = member.kind;
  WindowMember& added = operation.members.emplace_back();
  added.process = member.process;
  added.call = member.call;
  added.begin = member.begin;
  added.end = member.end;
  operation.accesses.insert(operation.accesses.end(), process.accesses.begin(),
                            process.accesses.end());
  process.accesses.clear();
  if (operation.members.size() < member.size) return;
  freed_ = operation.agreed && operation.kind == WindowOperation::Kind::Free;
  if (operation.agreed)
    publish(operation, member.window, bus);
  else
    ++incomplete_;
  waiting_.erase(number);
}

// Adds other processes' accesses to a member's part of the window; among accesses that end last,
// the one with the lowest location. The members must be sorted.
void WindowCollectives::add_accesses(Operation& operation) {
  for (const Access& access : operation.accesses) {
    const auto target =
        std::ranges::lower_bound(operation.members, access.target, {}, &WindowMember::process);
    if (target == operation.members.end() || target->process != access.target) continue;
    if (access.origin == access.target) continue;
    CallInstance& last = target->last_access;
    if (!std::exchange(target->accessed, true) ||
        std::tuple(last.leave, access.last.location) < std::tuple(access.last.leave, last.location))
      last = access.last;
  }
}

void WindowCollectives::add_partners(Operation& operation) {
  std::vector<std::pair<ProcessId, ProcessId>> partners;  // in both directions
  for (const Access& access : operation.accesses) {
    if (access.origin == access.target) continue;
    partners.emplace_back(access.origin, access.target);
    partners.emplace_back(access.target, access.origin);
  }
  std::ranges::sort(partners);
  partners.erase(std::unique(partners.begin(), partners.end()), partners.end());
  auto partner = partners.begin();
  for (WindowMember& member : operation.members) {
    while (partner != partners.end() && partner->first < member.process) ++partner;
    for (; partner != partners.end() && partner->first == member.process; ++partner)
      ++member.partners;
  }
}

void WindowCollectives::publish(Operation& operation, WindowId window, Bus& bus) {
  std::vector<WindowMember>& members = operation.members;
  std::ranges::sort(members, {}, &WindowMember::process);
  if (operation.kind == WindowOperation::Kind::Fence && !operation.accesses.empty()) {
    add_accesses(operation);
    add_partners(operation);
  }
  const WindowMember& last =
      *std::ranges::max_element(members, [](const WindowMember& a, const WindowMember& b) {
        return std::tuple(a.begin, b.end, b.call.location) <
               std::tuple(b.begin, a.end, a.call.location);
      });
  const Timestamp first_end = std::ranges::min(members, {}, &WindowMember::end).end;
  bus.publish(WindowCollective{operation.kind, window, members, last, first_end >= last.begin});
}

void WindowCollectives::checkpoint() {
  while (!waiting_.empty() && waiting_.begin()->first + kPatience < ahead_) {
    first_ = waiting_.begin()->first + 1;
    waiting_.erase(waiting_.begin());
    ++incomplete_;
  }
}

void WindowCollectives::finish() { incomplete_ += std::exchange(waiting_, {}).size(); }

}  // namespace lull::analysis
