// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/shmem/pe_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "lull/recorder/measurement/measurement.hpp"

namespace lull::recorder::shmem {

PeSets& PeSets::instance() {
  static auto* const sets = new PeSets;
  return *sets;
}

void PeSets::begin(int pe, int pes) {
  const std::scoped_lock lock(mutex_);
  pe_ = pe;
  pes_ = pes;
  windows_[kAllPes] = define(kAllPes);
}

PeSet PeSets::usable(const PeSet& set) const {
  if (set == kAllPes) return set;
  if (set.start < 0 || set.start >= pes_ || set.size < 1) return {pe_, 0, 1};
  constexpr int kMostBits = 30;  // bits of an int
  if (set.log_stride < 0 || set.log_stride > kMostBits) return {set.start, 0, 1};
  const int size = std::min(set.size, 1 + ((pes_ - 1 - set.start) >> set.log_stride));
  return {set.start, size == 1 ? 0 : set.log_stride, size};
}

std::uint32_t PeSets::window_of(const PeSet& set) {
  const std::scoped_lock lock(mutex_);
  const bool is_all = set.size == pes_ && set.start == 0 && set.log_stride == 0;
  const auto [entry, fresh] = windows_.try_emplace(is_all ? kAllPes : set);
  if (fresh) entry->second = define(entry->first);
  return entry->second;
}

std::uint32_t PeSets::define(const PeSet& set) const {
  Measurement& measurement = Measurement::instance();
  const std::uint32_t communicator = measurement.new_communicator();
  const std::uint32_t window = measurement.new_window();
  std::string id = "pes";
  std::string name = "All PEs";
  nlohmann::json members = nlohmann::json::array();
  if (set != kAllPes) {
    const int stride = 1 << set.log_stride;
    const int last = set.start + (set.size - 1) * stride;
    id = fmt::format("pes {}:{}:{}", set.start, stride, set.size);
    name = fmt::format("PEs {} to {}", set.start, last);
    if (stride != 1) name += fmt::format(" by {}", stride);
    for (int pe = set.start; pe <= last; pe += stride) members.push_back(pe);
  }
  measurement.note({{"communicator",
                     {{"number", communicator}, {"id", id}, {"pes", true}, {"members", members}}}});
  measurement.note(
      {{"window",
        {{"number", window}, {"communicator", communicator}, {"index", 0}, {"name", name}}}});
  return window;
}

}  // namespace lull::recorder::shmem
