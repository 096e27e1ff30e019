// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The other processes of an analysis that runs as several. All calls are collective: every process
// makes the same ones in the same order.
#pragma once

#include <functional>
#include <vector>

#include "lull/base/packing.hpp"

namespace lull::analysis {

class Partners {
 public:
  Partners() = default;
  Partners(const Partners&) = delete;
  Partners& operator=(const Partners&) = delete;
  virtual ~Partners() = default;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;

  // To each process what the caller has for it; what came, by rank.
  [[nodiscard]] virtual std::vector<Bytes> exchange(const std::vector<Bytes>& to) = 0;
  // merge(of lower ranks, of higher ranks), in as many steps as the logarithm of the number of
  // processes; everybody gets the result.
  using Merge = std::function<Bytes(const Bytes& lower, const Bytes& higher)>;
  [[nodiscard]] virtual Bytes reduce(Bytes mine, const Merge& merge) = 0;
};

}  // namespace lull::analysis
