// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The other processes of a multi-process analysis. All calls are collective: every process makes
// the same calls in the same order.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "lull/base/memory/packing.hpp"

namespace lull::analysis {

class Partners {
 public:
  // Values that are combined over all processes in a round.
  struct Numbers {
    static constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    std::array<std::uint64_t, 3> sums{};
    std::array<std::uint64_t, 2> minima{kMost, kMost};
  };
  struct Round {
    std::vector<Bytes> letters;  // to or from each process, indexed by rank
    Numbers numbers;             // the caller's, or combined over all
  };

  Partners() = default;
  Partners(const Partners&) = delete;
  Partners& operator=(const Partners&) = delete;
  virtual ~Partners() = default;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;

  // Starts to send letters and returns while they travel. Each call is followed by one of finish(),
  // which waits for the letters of the others.
  virtual void start(Round mine) = 0;
  [[nodiscard]] virtual Round finish() = 0;
  // Calls merge(of lower ranks, of higher ranks) in a number of steps logarithmic in the number of
  // processes; every process gets the result.
  using Merge = std::function<Bytes(const Bytes& lower, const Bytes& higher)>;
  [[nodiscard]] virtual Bytes reduce(Bytes mine, const Merge& merge) = 0;

  // hand_on() sends a few bytes to the process of the next rank, cyclically; handed_on() receives
  // what the previous one has sent, in the same order.
  virtual void hand_on(Bytes mine) = 0;
  [[nodiscard]] virtual Bytes handed_on() = 0;

  // Sends `to` to the processes; returns what they have sent, indexed by rank.
  [[nodiscard]] std::vector<Bytes> exchange(std::vector<Bytes> to) {
    start({std::move(to), {}});
    return finish().letters;
  }
};

}  // namespace lull::analysis
