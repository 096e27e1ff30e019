// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <sys/resource.h>

#include <array>

#include "lull/recorder/counters/counters.hpp"

namespace lull::recorder {
namespace {

std::uint64_t microseconds(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000u +
         static_cast<std::uint64_t>(time.tv_usec);
}

// Returns a field that Linux fills, in the order of the table below.
std::uint64_t field(const rusage& used, std::uint64_t code) {
  constexpr std::uint64_t kBytes = 1024;  // unit of ru_maxrss
  switch (code) {
    case 0:
      return microseconds(used.ru_utime);
    case 1:
      return microseconds(used.ru_stime);
    case 2:
      return static_cast<std::uint64_t>(used.ru_maxrss) * kBytes;
    case 3:
      return static_cast<std::uint64_t>(used.ru_minflt);
    case 4:
      return static_cast<std::uint64_t>(used.ru_majflt);
    case 5:
      return static_cast<std::uint64_t>(used.ru_inblock);
    case 6:
      return static_cast<std::uint64_t>(used.ru_oublock);
    case 7:
      return static_cast<std::uint64_t>(used.ru_nvcsw);
    default:
      return static_cast<std::uint64_t>(used.ru_nivcsw);
  }
}

Counter counter(std::uint64_t code, const char* name, const char* description,
                const char* unit = "#", std::int64_t exponent = 0,
                OTF2_MetricMode mode = OTF2_METRIC_ACCUMULATED_START) {
  return {.kind = CounterKind::Rusage,
          .metric = {.name = name,
                     .description = description,
                     .type = OTF2_METRIC_TYPE_RUSAGE,
                     .mode = mode,
                     .unit = unit,
                     .exponent = exponent},
          .code = code};
}

class RusageReader final : public CounterReader {
 public:
  explicit RusageReader(std::span<const Counter> counters) {
    for (const Counter& each : counters) codes_.push_back(each.code);
  }
  bool read(std::span<std::uint64_t> values) noexcept override {
    rusage used{};
    if (::getrusage(RUSAGE_THREAD, &used) != 0) return false;
    for (std::size_t i = 0; i < codes_.size(); ++i) values[i] = field(used, codes_[i]);
    return true;
  }

 private:
  std::vector<std::uint64_t> codes_;
};

}  // namespace

std::span<const Counter> rusage_counters() {
  static const std::array<Counter, 9> counters{
      counter(0, "ru_utime", "user CPU time used", "s", -6),
      counter(1, "ru_stime", "system CPU time used", "s", -6),
      counter(2, "ru_maxrss", "maximum resident set size of the process", "B", 0,
              OTF2_METRIC_ABSOLUTE_POINT),
      counter(3, "ru_minflt", "page reclaims (soft page faults)"),
      counter(4, "ru_majflt", "page faults (hard page faults)"),
      counter(5, "ru_inblock", "block input operations"),
      counter(6, "ru_oublock", "block output operations"),
      counter(7, "ru_nvcsw", "voluntary context switches"),
      counter(8, "ru_nivcsw", "involuntary context switches")};
  return counters;
}

std::unique_ptr<CounterReader> read_rusage(std::span<const Counter> counters) {
  return std::make_unique<RusageReader>(counters);
}

}  // namespace lull::recorder
