// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/counters/counters.hpp"

#include <algorithm>
#include <exception>
#include <sstream>

#include "lull/base/error.hpp"
#include "lull/recorder/counters/papi.hpp"

namespace lull::recorder {
namespace {

constexpr const char* kHint = "lull record --counters help lists the available ones";

Counter papi_counter(const std::string& name, const std::string& library) try {
  const char* const description = papi(library).describe(name.c_str());
  if (description == nullptr) throw std::runtime_error("PAPI does not count it on this machine");
  return {.kind = CounterKind::Papi,
          .metric = {.name = name,
                     .description = description,
                     .type = OTF2_METRIC_TYPE_PAPI,
                     .mode = OTF2_METRIC_ACCUMULATED_START,
                     .unit = "#"}};
} catch (const std::exception& reason) {
  throw usage_error("counter {}: {} ({})", name, reason.what(), kHint);
}

Counter find_counter(const std::string& name, const std::string& papi) {
  for (const auto counters : {rusage_counters(), perf_counters(), heap_counters()})
    for (const Counter& counter : counters)
      if (counter.metric.name == name) return counter;
  if (is_papi_name(name)) return papi_counter(name, papi);
  throw usage_error("there is no counter {} ({})", name, kHint);
}

}  // namespace

std::vector<Counter> find_counters(std::string_view list, const std::string& papi) {
  std::vector<Counter> counters;
  std::istringstream names{std::string(list)};
  for (std::string name; std::getline(names, name, ',');) {
    const auto same = [&name](const Counter& known) { return known.metric.name == name; };
    if (!name.empty() && std::ranges::none_of(counters, same))
      counters.push_back(find_counter(name, papi));
  }
  constexpr std::size_t kMost = 255;  // the format's limit for one metric class
  if (counters.empty()) throw usage_error("no counters given ({})", kHint);
  if (counters.size() > kMost) throw usage_error("more than {} counters given", kMost);
  std::ranges::stable_sort(counters, {}, &Counter::kind);
  return counters;
}

std::unique_ptr<CounterReader> read_counters(CounterKind kind, std::span<const Counter> counters) {
  if (kind == CounterKind::Rusage) return read_rusage(counters);
  if (kind == CounterKind::Heap) return read_heap(counters);
  return kind == CounterKind::Perf ? read_perf(counters) : read_papi(counters);
}

}  // namespace lull::recorder
