// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Buffers additions to the communication matrix: repeated pairs are summed up here, in little
// memory that belongs to the caller. Used by one thread at a time.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lull/analysis/metrics/severity.hpp"
#include "lull/analysis/notes/data_defects.hpp"
#include "lull/analysis/run/communication_matrix.hpp"
#include "lull/base/time.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull::analysis {

class PairWindow {
 public:
  // Sets the matrix that the sums are handed over to; null: none.
  void set_matrix(CommunicationMatrix* matrix) {
    matrix_ = matrix;
    if (matrix == nullptr) return;
    // If there are many processes, each communicates repeatedly with few others.
    largest_ = std::clamp(2 * std::bit_floor(matrix->locations()), kLargest, 4 * kLargest);
  }
  // Returns whether there is a matrix; otherwise nothing may be added.
  [[nodiscard]] bool wanted() const { return matrix_ != nullptr; }

  // `passed` counts as zero if it is negative because of inaccurate clocks.
  void add_message(ProcessId from, ProcessId to, std::uint64_t bytes, Duration passed) {
    add({kMessages, from.value, to.value}, std::min(bytes, kMostBytes),
        passed.ticks > 0 ? static_cast<std::uint64_t>(passed.ticks) : 0);
  }
  // Prefetches the data for a message to be added soon.
  [[gnu::always_inline]] void expect_message(ProcessId from, ProcessId to) const {
    __builtin_prefetch(&sums_[place_of({kMessages, from.value, to.value}) & (sums_.size() - 1)], 1);
  }
  // A one-sided transfer; a get comes from its target.
  void add_transfer(ProcessId from, ProcessId to, std::uint64_t bytes) {
    add({kTransfers, from.value, to.value}, bytes, 0);
  }
  void add_wait(MetricIndex metric, LocationId causes, LocationId waits, Duration waiting) {
    add({kWaits + metric.value, matrix_->process_of(causes), matrix_->process_of(waits)}, 0,
        static_cast<std::uint64_t>(waiting.ticks));
  }
  // Moves all sums to the matrix.
  void hand_over();

 private:
  static constexpr std::size_t kSmallest = 1;  // powers of two
  static constexpr std::size_t kLargest = 4096;
  static constexpr std::uint32_t kMostCount = ~std::uint32_t{0};
  // Kinds of sums.
  static constexpr std::uint32_t kMessages = 0;
  static constexpr std::uint32_t kTransfers = 1;
  static constexpr std::uint32_t kWaits = 2;  // plus the metric index
  static constexpr std::uint32_t kNothing = ~std::uint32_t{0};
  struct Key {
    std::uint32_t kind = kNothing;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct alignas(32) Sum {
    Key key;
    std::uint32_t count = 0;
    std::uint64_t amount = 0;
    std::uint64_t ticks = 0;
  };

  void add(const Key& key, std::uint64_t amount, std::uint64_t ticks) {
    Sum& sum = find(key);
    if (sum.key != key || sum.count == kMostCount) [[unlikely]]
      return add_to_another({key, 1, amount, ticks});
    ++sum.count;
    sum.amount += amount;
    sum.ticks += ticks;
  }
  [[nodiscard]] static std::size_t place_of(const Key& key) {
    const std::uint64_t word = std::uint64_t{key.from} << 32 | key.to;
    return (word * 0x9E3779B97F4A7C15ull + key.kind * 0xD1B54A32D192ED03ull) >> 44;
  }
  // Returns the entry of the key, or a free one.
  [[nodiscard]] Sum& find(const Key& key) {
    std::size_t at = place_of(key);
    while (true) {
      Sum& sum = sums_[at++ & (sums_.size() - 1)];
      if (sum.key == key || sum.key.kind == kNothing) [[likely]]
        return sum;
    }
  }
  void add_to_another(const Sum& sum);
  void grow();

  CommunicationMatrix* matrix_ = nullptr;
  std::size_t largest_ = kLargest;
  std::vector<Sum> sums_ = std::vector<Sum>(kSmallest);  // open addressing, half of it free
  std::size_t size_ = 0;
};

}  // namespace lull::analysis
