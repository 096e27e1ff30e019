// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/window_collectives.hpp"

#include <algorithm>
#include <tuple>

namespace lull::analysis {

void WindowCollectives::add_transfer(const WindowOperation& transfer) {
  CallInstance& last = processes_[transfer.process].accessed[transfer.target];
  if (!last.location.defined() || last.leave < transfer.call.leave) last = transfer.call;
}

void WindowCollectives::take(const WindowOperation& member, Bus& bus) {
  Process& process = processes_[member.process];
  const std::uint64_t number = process.number++;
  const auto accessed = std::exchange(process.accessed, {});
  ahead_ = std::max(ahead_, number);
  if (number < first_) return;
  Operation& operation = waiting_[number];
  if (operation.members.empty()) operation.members.reserve(member.size);
  if (!operation.members.empty() && operation.kind != member.kind) operation.agreed = false;
  operation.kind = member.kind;
  WindowMember& added = operation.members.emplace_back();
  added.process = member.process;
  added.call = member.call;
  added.begin = member.begin;
  added.end = member.end;
  for (const auto& [target, call] : accessed) {
    operation.to[member.process].push_back(target);
    if (target == member.process) continue;
    Accesses& accesses = operation.into[target];
    accesses.origins.insert(member.process);
    CallInstance& last = accesses.last;
    if (!last.location.defined() ||
        std::tuple(last.leave, call.location) < std::tuple(call.leave, last.location))
      last = call;
  }
  if (operation.members.size() < member.size) return;
  freed_ = operation.agreed && operation.kind == WindowOperation::Kind::Free;
  if (operation.agreed)
    publish(operation, member.window, bus);
  else
    ++incomplete_;
  waiting_.erase(number);
}

void WindowCollectives::add_accesses(Operation& operation) {
  for (WindowMember& member : operation.members) {
    const std::vector<ProcessId>& to = operation.to[member.process];
    const auto into = operation.into.find(member.process);
    std::set<ProcessId> partners(to.begin(), to.end());
    if (into != operation.into.end()) {
      member.accessed = true;
      member.last_access = into->second.last;
      partners.insert(into->second.origins.begin(), into->second.origins.end());
    }
    partners.erase(member.process);
    member.partners = static_cast<std::uint32_t>(partners.size());
  }
}

void WindowCollectives::publish(Operation& operation, WindowId window, Bus& bus) {
  std::vector<WindowMember>& members = operation.members;
  if (operation.kind == WindowOperation::Kind::Fence) add_accesses(operation);
  std::ranges::sort(members, {}, &WindowMember::process);
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
