// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/windows/access_epochs.hpp"

#include <algorithm>
#include <utility>

namespace lull::analysis {

using Kind = WindowOperation::Kind;

void AccessEpochs::take(const WindowOperation& operation, Bus& bus) {
  switch (operation.kind) {
    case Kind::Start:
      return start(operation, bus);
    case Kind::Post:
      return post(operation, bus);
    case Kind::Complete:
      return complete(operation, bus);
    default:
      return wait(operation, bus);
  }
}

// No correct program begins an epoch within another epoch of its kind; the later one counts.
void AccessEpochs::start(const WindowOperation& operation, Bus& bus) {
  auto& access = accesses_[operation.process] =
      std::allocate_shared<Access>(std::pmr::polymorphic_allocator<Access>(memory_));
  access->process = operation.process;
  access->start = operation.call;
  const auto& group = context_.processes_of(operation.group);
  access->targets.reserve(group.size());
  for (const ProcessId target : group)
    if (target.defined()) access->targets.emplace_back().process = target;
  access->unknown = access->targets.size();
  access->links.resize(access->targets.size());
  for (std::size_t i = 0; i < access->targets.size(); ++i) {
    const Direction direction{operation.process, access->targets[i].process};
    const auto [pair, fresh] = pairs_.try_emplace({direction, counts_[direction].starts++});
    pair->second.access = access;
    pair->second.target = i;
    if (fresh) continue;
    join(pair->second, bus);
    pairs_.erase(pair);
  }
}

void AccessEpochs::post(const WindowOperation& operation, Bus& bus) {
  auto& exposure = exposures_[operation.process] =
      std::allocate_shared<Exposure>(std::pmr::polymorphic_allocator<Exposure>(memory_));
  exposure->process = operation.process;
  exposure->post = operation.call;
  const auto& group = context_.processes_of(operation.group);
  exposure->origins.reserve(group.size());
  for (const ProcessId origin : group)
    if (origin.defined()) exposure->origins.emplace_back().process = origin;
  exposure->open = exposure->origins.size();
  for (std::size_t i = 0; i < exposure->origins.size(); ++i) {
    const Direction direction{exposure->origins[i].process, operation.process};
    const auto [pair, fresh] = pairs_.try_emplace({direction, counts_[direction].posts++});
    pair->second.exposure = exposure;
    pair->second.origin = i;
    if (fresh) continue;
    join(pair->second, bus);
    pairs_.erase(pair);
  }
}

void AccessEpochs::join(const Pair& pair, Bus& bus) {
  Access& access = *pair.access;
  access.targets[pair.target].known = true;
  access.targets[pair.target].post = pair.exposure->post;
  access.links[pair.target] = {pair.exposure, pair.origin};
  --access.unknown;
  if (!access.completed) return;
  report_to_target(access, pair.target, bus);
  publish_if_whole(access, bus);
}

bool AccessEpochs::add_transfer(const WindowOperation& transfer) {
  const auto open = accesses_.find(transfer.process);
  if (open == accesses_.end()) return false;
  const auto target =
      std::ranges::find(open->second->targets, transfer.target, &AccessTarget::process);
  if (target == open->second->targets.end()) return false;
  if (!target->used || target->last.leave < transfer.call.leave) target->last = transfer.call;
  target->used = true;
  open->second->transfers.push_back({transfer.call, transfer.target});
  return true;
}

void AccessEpochs::complete(const WindowOperation& operation, Bus& bus) {
  const auto open = accesses_.find(operation.process);
  if (open == accesses_.end()) return;
  const std::shared_ptr<Access> access = open->second;
  accesses_.erase(open);
  access->complete = operation.call;
  access->completed = true;
  for (std::size_t i = 0; i < access->targets.size(); ++i)
    if (access->links[i].exposure != nullptr) report_to_target(*access, i, bus);
  publish_if_whole(*access, bus);
}

void AccessEpochs::wait(const WindowOperation& operation, Bus& bus) {
  const auto open = exposures_.find(operation.process);
  if (open == exposures_.end()) return;
  const std::shared_ptr<Exposure> exposure = open->second;
  exposures_.erase(open);
  exposure->wait = operation.call;
  exposure->waits = operation.waits;
  exposure->ended = true;
  publish_if_whole(*exposure, bus);
}

// Reports a completed access to its target.
void AccessEpochs::report_to_target(const Access& access, std::size_t target, Bus& bus) {
  const auto& [exposure, place] = access.links[target];
  ExposureOrigin& origin = exposure->origins[place];
  origin.start = access.start;
  origin.complete = access.complete;
  origin.used = access.targets[target].used;
  origin.last = origin.used ? access.targets[target].last : access.start;
  --exposure->open;
  publish_if_whole(*exposure, bus);
}

void AccessEpochs::publish_if_whole(const Access& access, Bus& bus) const {
  if (access.completed && access.unknown == 0)
    bus.publish(AccessEpoch{window_, access.process, access.start, access.complete,
                            access.transfers, access.targets});
}

void AccessEpochs::publish_if_whole(const Exposure& exposure, Bus& bus) const {
  if (exposure.ended && exposure.open == 0 && !exposure.lost)
    bus.publish(ExposureEpoch{window_, exposure.process, exposure.post, exposure.wait,
                              exposure.waits, exposure.origins});
}

void AccessEpochs::give_up(const Pair& pair, Bus& bus) {
  ++incomplete_;
  if (pair.exposure != nullptr) {
    pair.exposure->lost = true;
    return;
  }
  --pair.access->unknown;
  publish_if_whole(*pair.access, bus);
}

// A transfer that ended earlier is known not to have waited, unless its target had posted by then.
void AccessEpochs::forget_transfers(Access& access, Timestamp until) {
  constexpr std::size_t kKept = 1024;
  if (access.transfers.size() <= kKept) return;
  std::erase_if(access.transfers, [&](const AccessTransfer& transfer) {
    if (transfer.call.leave >= until) return false;
    const auto target = std::ranges::find(access.targets, transfer.target, &AccessTarget::process);
    return !target->known || span_until(transfer.call, target->post.enter).ticks == 0;
  });
}

void AccessEpochs::checkpoint(const Checkpoint& checkpoint, Bus& bus) {
  for (const auto& [process, access] : accesses_) forget_transfers(*access, checkpoint.previous);
  constexpr std::size_t kKept = 4096;
  if (pairs_.size() <= kKept) return;
  std::erase_if(pairs_, [&](const auto& entry) {
    const bool old = entry.second.time() < checkpoint.previous;
    if (old) give_up(entry.second, bus);
    return old;
  });
}

void AccessEpochs::finish(Bus& bus) {
  for (const auto& [key, pair] : std::exchange(pairs_, Pairs(memory_))) give_up(pair, bus);
}

}  // namespace lull::analysis
