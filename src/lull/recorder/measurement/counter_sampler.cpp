// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/counter_sampler.hpp"

#include <atomic>
#include <cstdlib>
#include <exception>

#include "lull/recorder/counters/papi.hpp"
#include "lull/recorder/journal/program_messages.hpp"
#include "lull/recorder/measurement/event_functions.hpp"

namespace lull::recorder {
namespace {

const std::vector<Counter>* wanted = nullptr;  // null: none

std::string value_of(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

void report_once(const char* reason) noexcept {
  static std::atomic<bool> reported{false};
  if (!reported.exchange(true)) print_for_this_process(": not all counters are recorded", reason);
}

// Runs before the program begins, while libraries are loaded for it.
[[gnu::constructor]] void begin_counters() {
  const std::string list = value_of("LULL_RECORD_COUNTERS");
  if (list.empty() || value_of("LULL_RECORD_DIRECTORY").empty()) return;
  try {
    wanted = new std::vector<Counter>(find_counters(list, value_of("LULL_RECORD_PAPI")));
  } catch (const std::exception& error) {
    report_once(error.what());
  }
}

std::uint32_t class_number() {
  static const std::uint32_t number = [] {
    std::vector<MetricMember> members;
    for (const Counter& counter : *wanted) members.push_back(counter.metric);
    return define_metric_class(members, OTF2_METRIC_SYNCHRONOUS_STRICT);
  }();
  return number;
}

}  // namespace

std::unique_ptr<CounterSampler> CounterSampler::of_this_thread() noexcept {
  if (wanted == nullptr) return nullptr;
  try {
    std::unique_ptr<CounterSampler> sampler(new CounterSampler(wanted->size()));
    sampler->types_.assign(wanted->size(), OTF2_TYPE_UINT64);
    sampler->open();
    return sampler;
  } catch (const std::exception& error) {
    report_once(error.what());
    return nullptr;
  }
}

void CounterSampler::restart() noexcept {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const bool accumulated = (*wanted)[i].metric.mode == OTF2_METRIC_ACCUMULATED_START;
    before_[i] = accumulated ? values_[i] : 0;
    read_[i] = 0;
  }
  try {
    open();
  } catch (const std::exception& error) {
    report_once(error.what());
  }
}

void CounterSampler::open() {
  const std::vector<Counter>& counters = *wanted;
  for (std::size_t begin = 0, end = 0; begin < counters.size(); begin = end) {
    while (end < counters.size() && counters[end].kind == counters[begin].kind) ++end;
    const std::size_t count = end - begin;
    try {
      parts_.push_back(
          {read_counters(counters[begin].kind, {&counters[begin], count}), begin, count});
    } catch (const std::exception& error) {
      report_once(error.what());
    }
  }
}

void CounterSampler::sample(EventWriter* writer, std::uint64_t time) noexcept {
  static_assert(sizeof(OTF2_MetricValue) == sizeof(std::uint64_t));
  bool lost = false;
  for (Part& part : parts_) {
    if (!part.reader->read({&read_[part.first], part.count})) {
      part.reader.reset();
      lost = true;
      continue;
    }
    for (std::size_t i = part.first; i < part.first + part.count; ++i)
      values_[i] = before_[i] + read_[i];
  }
  if (lost) [[unlikely]] {
    std::erase_if(parts_, [](const Part& part) { return part.reader == nullptr; });
    report_once("the program has closed descriptors of counters: their values no longer change");
  }
  OTF2_EvtWriter_Metric(writer, nullptr, time, class_number(),
                        static_cast<std::uint8_t>(values_.size()), types_.data(),
                        reinterpret_cast<const OTF2_MetricValue*>(values_.data()));
}

}  // namespace lull::recorder
