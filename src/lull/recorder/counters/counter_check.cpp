// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/counters/counter_check.hpp"

#include <exception>
#include <sstream>
#include <system_error>

#include "lull/base/error.hpp"
#include "lull/recorder/counters/counters.hpp"
#include "lull/recorder/counters/papi.hpp"

namespace lull::recorder {
namespace {

// Returns the reason if the counter is not supported; otherwise an empty text.
std::string refusal(const Counter& counter) {
  try {
    (void)read_counters(counter.kind, {&counter, 1});
    return {};
  } catch (const std::system_error& refused) {
    return refused.code().message();
  } catch (const std::exception& reason) {
    return reason.what();
  }
}

bool is_counted(const std::string& name, const std::string& library) {
  try {
    check_counters(name, library);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

std::vector<CounterDescription> available_counters(const std::string& library) {
  std::vector<CounterDescription> available;
  for (const auto counters : {rusage_counters(), perf_counters()})
    for (const Counter& counter : counters)
      if (refusal(counter).empty())
        available.push_back({counter.metric.name, counter.metric.unit, counter.metric.description});
  if (library.empty()) return available;
  const PapiInterface& interface = papi(library);
  // PAPI may know presets that it derives from several events, but not be able to count them.
  for (int i = 0; const char* const name = interface.preset(i); ++i)
    if (is_counted(name, library)) available.push_back({name, "#", interface.describe(name)});
  return available;
}

void check_counters(const std::string& list, const std::string& library) {
  const std::vector<Counter> counters = find_counters(list, library);
  for (const Counter& counter : counters)
    if (const std::string reason = refusal(counter); !reason.empty())
      throw usage_error(
          "counter {} is not available on this machine: {} (lull record --counters help lists "
          "the available ones)",
          counter.metric.name, reason);
  for (std::size_t begin = 0, end = 0; begin < counters.size(); begin = end) {
    while (end < counters.size() && counters[end].kind == counters[begin].kind) ++end;
    try {
      (void)read_counters(counters[begin].kind, std::span(counters).subspan(begin, end - begin));
    } catch (const std::exception& reason) {
      throw usage_error("these counters cannot be counted together: {}", reason.what());
    }
  }
}

bool needs_papi(const std::string& list) {
  std::istringstream names(list);
  for (std::string name; std::getline(names, name, ',');)
    if (is_papi_name(name)) return true;
  return false;
}

}  // namespace lull::recorder
