// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Counters of the operating system and the processor by their names, and reading them in one
// thread. Four sources: getrusage (ru_utime), Linux's perf events (page-faults, cycles), PAPI
// (PAPI_TOT_CYC, perf::CYCLES), whose library is loaded when one of its counters is asked for, and
// the heap of the process (heap.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lull/recorder/counters/metric_class.hpp"

namespace lull::recorder {

enum class CounterKind : std::uint8_t { Rusage, Perf, Papi, Heap };

struct Counter {
  CounterKind kind = CounterKind::Rusage;
  MetricMember metric;
  std::uint64_t code = 0;  // what the source calls it
};

// Reads counters of one source in the thread that made it.
class CounterReader {
 public:
  CounterReader() = default;
  CounterReader(const CounterReader&) = delete;
  CounterReader& operator=(const CounterReader&) = delete;
  virtual ~CounterReader() = default;

  // One value for each counter. False, and not all of them, where they cannot be read any more.
  virtual bool read(std::span<std::uint64_t> values) noexcept = 0;
};

// All that there might be, but those of PAPI; whether they are counted here is another question.
[[nodiscard]] std::span<const Counter> rusage_counters();
[[nodiscard]] std::span<const Counter> perf_counters();
// Counted where liblull-record-memory.so is loaded.
[[nodiscard]] std::span<const Counter> heap_counters();

// For counters of one source; counted from now on, in the calling thread. Throw std::system_error,
// or std::runtime_error with PAPI's reason, when one is not counted here.
[[nodiscard]] std::unique_ptr<CounterReader> read_rusage(std::span<const Counter> counters);
[[nodiscard]] std::unique_ptr<CounterReader> read_perf(std::span<const Counter> counters);
[[nodiscard]] std::unique_ptr<CounterReader> read_papi(std::span<const Counter> counters);
[[nodiscard]] std::unique_ptr<CounterReader> read_heap(std::span<const Counter> counters);
[[nodiscard]] std::unique_ptr<CounterReader> read_counters(CounterKind kind,
                                                           std::span<const Counter> counters);

// The counters of a list with commas, those of one source together. `papi` is the library that
// speaks to PAPI. Throws Error (usage) for a name that nothing knows.
[[nodiscard]] std::vector<Counter> find_counters(std::string_view list, const std::string& papi);

}  // namespace lull::recorder
