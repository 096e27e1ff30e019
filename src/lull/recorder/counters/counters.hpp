// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds operating system and processor counters by name, and reads them in one thread. There are
// four sources: getrusage (ru_utime), Linux perf events (page-faults, cycles), PAPI (PAPI_TOT_CYC,
// perf::CYCLES), whose library is loaded when one of its counters is requested, and the heap of the
// process (heap.hpp).
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
  std::uint64_t code = 0;  // the source's code for it
};

// Reads counters of one source in the thread that created it.
class CounterReader {
 public:
  CounterReader() = default;
  CounterReader(const CounterReader&) = delete;
  CounterReader& operator=(const CounterReader&) = delete;
  virtual ~CounterReader() = default;

  // Reads one value for each counter. Returns false, with `values` incomplete, if they can no
  // longer be read.
  virtual bool read(std::span<std::uint64_t> values) noexcept = 0;
};

// All possible counters except PAPI's, whether or not this machine supports them.
[[nodiscard]] std::span<const Counter> rusage_counters();
[[nodiscard]] std::span<const Counter> perf_counters();
// Supported if liblull-record-memory.so is loaded.
[[nodiscard]] std::span<const Counter> heap_counters();

// Start counting, in the calling thread, counters of one source. Throw std::system_error, or
// std::runtime_error with PAPI's reason, for one that is not supported here.
[[nodiscard]] std::unique_ptr<CounterReader> read_rusage(std::span<const Counter> counters);
[[nodiscard]] std::unique_ptr<CounterReader> read_perf(std::span<const Counter> counters);
[[nodiscard]] std::unique_ptr<CounterReader> read_papi(std::span<const Counter> counters);
[[nodiscard]] std::unique_ptr<CounterReader> read_heap(std::span<const Counter> counters);
[[nodiscard]] std::unique_ptr<CounterReader> read_counters(CounterKind kind,
                                                           std::span<const Counter> counters);

// Returns the counters of a comma-separated list, grouped by source. `papi` is the path of the
// library that is linked to PAPI. Throws Error (usage) for an unknown name.
[[nodiscard]] std::vector<Counter> find_counters(std::string_view list, const std::string& papi);

}  // namespace lull::recorder
