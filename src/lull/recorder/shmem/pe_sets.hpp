// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers for the active sets of PEs that operations are over. Each has a window, as Score-P gives
// it: known everywhere by the PEs that are in it. Any thread.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <mutex>

namespace lull::recorder::shmem {

// PEs start, start + 2^log_stride, ...: `size` of them.
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

  // After OpenSHMEM has begun.
  void begin(int pe, int pes);
  // The set without what cannot be in it: a stride where there is one PE only, PEs that do not
  // exist. What begins with none that exists is this PE.
  [[nodiscard]] PeSet usable(const PeSet& set) const;
  // The number of PEs in a usable set.
  [[nodiscard]] int size_of(const PeSet& set) const { return set.size < 0 ? pes_ : set.size; }
  // The number of this process.
  [[nodiscard]] int this_pe() const { return pe_; }
  // The number of the window of a usable set.
  [[nodiscard]] std::uint32_t window_of(const PeSet& set);

 private:
  [[nodiscard]] std::uint32_t define(const PeSet& set) const;

  std::mutex mutex_;
  std::map<PeSet, std::uint32_t> windows_;
  int pe_ = 0;
  int pes_ = 1;
};

}  // namespace lull::recorder::shmem
