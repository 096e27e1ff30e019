// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The other processes of an analysis that runs as several. All calls are collective: every process
// makes the same ones in the same order.
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
  // What all learn about each other in a round.
  struct Numbers {
    static constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    std::array<std::uint64_t, 3> sums{};
    std::array<std::uint64_t, 2> minima{kMost, kMost};
  };
  struct Round {
    std::vector<Bytes> letters;  // to or from each process, by rank
    Numbers numbers;             // of the caller, or of all
  };

  Partners() = default;
  Partners(const Partners&) = delete;
  Partners& operator=(const Partners&) = delete;
  virtual ~Partners() = default;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;

  // Sends letters, and goes on at once: they travel while the caller does something else. Each call
  // is followed by one of finish(), which waits for what the others have sent.
  virtual void start(Round mine) = 0;
  [[nodiscard]] virtual Round finish() = 0;
  // merge(of lower ranks, of higher ranks), in as many steps as the logarithm of the number of
  // processes; everybody gets the result.
  using Merge = std::function<Bytes(const Bytes& lower, const Bytes& higher)>;
  [[nodiscard]] virtual Bytes reduce(Bytes mine, const Merge& merge) = 0;

  // To the process of the next rank, from the last one to the first; and what the one before has
  // handed on, which comes in the same order. Few bytes.
  virtual void hand_on(Bytes mine) = 0;
  [[nodiscard]] virtual Bytes handed_on() = 0;

  // To each process what the caller has for it; what came, by rank.
  [[nodiscard]] std::vector<Bytes> exchange(std::vector<Bytes> to) {
    start({std::move(to), {}});
    return finish().letters;
  }
};

}  // namespace lull::analysis
