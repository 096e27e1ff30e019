// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>

#include "lull/recorder/counters/counters.hpp"
#include "lull/recorder/system/heap.hpp"

namespace lull::recorder {
namespace {

Counter heap_counter(std::uint64_t code, const char* name, const char* description) {
  return {.kind = CounterKind::Heap,
          .metric = {.name = name,
                     .description = description,
                     .type = OTF2_METRIC_TYPE_OTHER,
                     .mode = OTF2_METRIC_ABSOLUTE_POINT,
                     .unit = "B"},
          .code = code};
}

class HeapReader final : public CounterReader {
 public:
  explicit HeapReader(std::span<const Counter> counters) {
    for (const Counter& each : counters) codes_.push_back(each.code);
  }
  // Other threads allocate meanwhile: the peak is never less than the current size.
  bool read(std::span<std::uint64_t> values) noexcept override {
    const std::int64_t bytes = std::max<std::int64_t>(heap().bytes, 0);
    const std::int64_t peak = std::max<std::int64_t>(heap().peak, bytes);
    for (std::size_t i = 0; i < codes_.size(); ++i)
      values[i] = static_cast<std::uint64_t>(codes_[i] == 0 ? bytes : peak);
    return true;
  }

 private:
  std::vector<std::uint64_t> codes_;
};

}  // namespace

std::span<const Counter> heap_counters() {
  static const std::array<Counter, 2> counters{
      heap_counter(0, "heap", "bytes that the process has allocated and not freed"),
      heap_counter(1, "heap_peak", "the most bytes that the process has had allocated so far")};
  return counters;
}

std::unique_ptr<CounterReader> read_heap(std::span<const Counter> counters) {
  return std::make_unique<HeapReader>(counters);
}

}  // namespace lull::recorder
