// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers for the active sets of PEs in operations. Each has a window, as in Score-P, which all PEs
// identify by the members of the set. Thread-safe.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <mutex>

namespace lull::recorder::shmem {

// The `size` PEs start, start + 2^log_stride, ...
struct PeSet {
  int start = 0;
  int log_stride = 0;
  int size = 0;
  friend auto operator<=>(const PeSet&, const PeSet&) = default;
};
constexpr PeSet kAllPes{0, 0, -1};

class PeSets {
 public:
  static PeSets& instance();

  // Called after OpenSHMEM has been initialised.
  void begin(int pe, int pes);
  // Returns the set normalised: without a stride if it has only one PE, without PEs that do not
  // exist. A set whose first PE does not exist becomes this PE.
  [[nodiscard]] PeSet usable(const PeSet& set) const;
  // Returns the number of PEs in a usable set.
  [[nodiscard]] int size_of(const PeSet& set) const { return set.size < 0 ? pes_ : set.size; }
  // Returns the number of this process.
  [[nodiscard]] int this_pe() const { return pe_; }
  // Returns the number of the window of a usable set.
  [[nodiscard]] std::uint32_t window_of(const PeSet& set);

 private:
  [[nodiscard]] std::uint32_t define(const PeSet& set) const;

  std::mutex mutex_;
  std::map<PeSet, std::uint32_t> windows_;
  int pe_ = 0;
  int pes_ = 1;
};

}  // namespace lull::recorder::shmem
