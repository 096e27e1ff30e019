// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/waves/wave_replay.hpp"

#include <algorithm>

#include "lull/analysis/bus/pattern.hpp"

namespace lull::analysis {

void WaveReplay::sent(CommunicatorId communicator, std::uint32_t receiver, Timestamp now,
                      Outbox& outbox) {
  const Neighbour& neighbour = find(communicator, receiver);
  if (neighbour.steps == nullptr) return;
  WaveSteps& steps = *neighbour.steps;
  if (steps.send_ends(neighbour.side)) end_step(steps, now, outbox);
  steps.send(neighbour.side);
}

std::uint64_t WaveReplay::received(CommunicatorId communicator, std::uint32_t sender, Timestamp now,
                                   Outbox& outbox) {
  const Neighbour& neighbour = find(communicator, sender);
  if (neighbour.steps == nullptr) return 0;
  WaveSteps& steps = *neighbour.steps;
  if (steps.receive_ends(neighbour.side)) end_step(steps, now, outbox);
  return steps.receive(neighbour.side, process_.wave_steps);
}

void WaveReplay::finish(ProcessState& process, Outbox& outbox) {
  for (auto& [grid, steps] : process.waves)
    if (const std::uint64_t step = steps.number(); steps.end())
      post(process, step, steps.corner(), kEndOfTime, outbox);
}

void WaveReplay::end_step(WaveSteps& steps, Timestamp now, Outbox& outbox) {
  const std::uint64_t step = steps.number();
  if (steps.end()) [[unlikely]]
    return post(process_, step, steps.corner(), now, outbox);
  if (step != 0 && step % kPatience == 0) [[unlikely]]
    post(process_, 0, {}, now, outbox);
}

// Posts a verdict: all steps except the open ones are decided.
void WaveReplay::post(const ProcessState& process, std::uint64_t step, const GridSides& corner,
                      Timestamp now, Outbox& outbox) {
  std::uint64_t decided = process.wave_steps + 1;
  for (const auto& [grid, steps] : process.waves)
    if (steps.number() != 0) decided = std::min(decided, steps.number());
  outbox.post(
      Forwarded<WaveVerdict>{process.process, {process.process, corner, step, decided, now}});
}

const WaveReplay::Neighbour& WaveReplay::add(CommunicatorId communicator, std::uint32_t rank) {
  static constexpr Neighbour kNone;
  const ProcessId other = process_.context.peer(communicator, rank, location_);
  if (!other.defined()) return kNone;
  if (2 * ++size_ > neighbours_.size()) {
    std::vector<Neighbour> old(2 * neighbours_.size());
    old.swap(neighbours_);
    mask_ = neighbours_.size() - 1;
    for (const Neighbour& known : old)
      if (known.key != kNobody) free_place(known.key) = known;
  }
  const std::uint64_t key = key_of(communicator, rank);
  Neighbour& neighbour = free_place(key);
  neighbour.key = key;
  const Grids& grids = process_.context.grids;
  if (const auto found = grids.find(process_.process, other, communicator)) {
    neighbour.steps =
        &process_.waves.try_emplace(found->grid, grids.dimensions(found->grid)).first->second;
    neighbour.side = GridSide(GridSideSet::of(found->sides));
  }
  return neighbour;
}

WaveReplay::Neighbour& WaveReplay::free_place(std::uint64_t key) {
  std::size_t index = home(key);
  while (neighbours_[index & mask_].key != kNobody) ++index;
  return neighbours_[index & mask_];
}

}  // namespace lull::analysis
