// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Messages of one location along the Cartesian grids of a trace. The steps that a message belongs
// to are found by one table lookup.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/events/operations.hpp"
#include "lull/analysis/replay/state/process_state.hpp"
#include "lull/analysis/replay/state/wave_steps.hpp"

namespace lull::analysis {

class WaveReplay {
 public:
  WaveReplay(ProcessState& process, LocationId location) : process_(process), location_(location) {}

  // Call in the order of events.
  void sent(CommunicatorId communicator, std::uint32_t receiver, Timestamp now, Outbox& outbox);
  // Returns ReceiveOperation::wave_step.
  std::uint64_t received(CommunicatorId communicator, std::uint32_t sender, Timestamp now,
                         Outbox& outbox);
  // Call at the end of the trace.
  static void finish(ProcessState& process, Outbox& outbox);

 private:
  // A rank of a communicator as seen by this location.
  struct Neighbour {
    std::uint64_t key = kNobody;
    WaveSteps* steps = nullptr;  // null: not a neighbour in any grid
    GridSide side;
  };
  static constexpr std::uint64_t kNobody = ~std::uint64_t{0};
  static constexpr std::size_t kSmallest = 16;  // a power of two
  // Number of steps without a refill that are reported together.
  static constexpr std::uint64_t kPatience = 32;

  [[nodiscard]] static std::uint64_t key_of(CommunicatorId communicator, std::uint32_t rank) {
    return std::uint64_t{communicator.value} << 32 | rank;
  }
  [[nodiscard]] static std::size_t home(std::uint64_t key) {
    return key * 0x9E3779B97F4A7C15ull >> 32;
  }
  // Valid until the next call.
  [[nodiscard]] const Neighbour& find(CommunicatorId communicator, std::uint32_t rank) {
    const std::uint64_t key = key_of(communicator, rank);
    const Neighbour* const neighbours = neighbours_.data();
    for (std::size_t index = home(key);; ++index) {
      const Neighbour& known = neighbours[index & mask_];
      if (known.key == key) [[likely]]
        return known;
      if (known.key == kNobody) return add(communicator, rank);
    }
  }
  [[gnu::noinline]] const Neighbour& add(CommunicatorId communicator, std::uint32_t rank);
  Neighbour& free_place(std::uint64_t key);
  void end_step(WaveSteps& steps, Timestamp now, Outbox& outbox);
  [[gnu::noinline]] static void post(const ProcessState& process, std::uint64_t step,
                                     const GridSides& corner, Timestamp now, Outbox& outbox);

  ProcessState& process_;
  LocationId location_;
  std::size_t size_ = 0;
  std::size_t mask_ = kSmallest - 1;
  std::vector<Neighbour> neighbours_ = std::vector<Neighbour>(kSmallest);  // open addressing
};

}  // namespace lull::analysis
