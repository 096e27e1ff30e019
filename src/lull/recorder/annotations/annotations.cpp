// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The annotations of lull/record.h and lull_record.f90. A C annotation stores its number; Fortran
// annotations are looked up by name at each call.
#include <lull/record.h>
#include <sched.h>

#include <atomic>
#include <cstring>
#include <exception>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "lull/recorder/counters/metric_class.hpp"
#include "lull/recorder/journal/json_line.hpp"
#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/measurement/region_filter.hpp"
#include "lull/recorder/system/kept_errno.hpp"
#include "lull/recorder/system/own_memory.hpp"

namespace lull::recorder {
namespace {

constexpr unsigned kFiltered = ~0u;

// Numbers the names of one kind, and defines new names. Throws.
class KnownNames {
 public:
  template <class Define>
  unsigned number_of(const char* name, Define define) {
    std::unique_lock lock(mutex_, std::try_to_lock);
    while (!lock.owns_lock()) {
      if (!Measurement::instance().running()) return kFiltered;  // its holder never releases it
      ::sched_yield();
      (void)lock.try_lock();
    }
    const auto known = numbers_.find(name);
    if (known != numbers_.end()) return known->second;
    return numbers_[Name(name)] = define();
  }

 private:
  using Name = std::basic_string<char, std::char_traits<char>, OwnAllocator<char>>;
  struct Before {
    using is_transparent = void;
    bool operator()(std::string_view a, std::string_view b) const { return a < b; }
  };

  std::mutex mutex_;
  std::map<Name, unsigned, Before, OwnAllocator<std::pair<const Name, unsigned>>> numbers_;
};

// Used until the program ends, beyond destructors of statics.
KnownNames& regions() {
  static auto* const known = new KnownNames;
  return *known;
}
KnownNames& parameters() {
  static auto* const known = new KnownNames;
  return *known;
}
KnownNames& metrics() {
  static auto* const known = new KnownNames;
  return *known;
}

unsigned region_number(const lull_site& site) {
  return regions().number_of(site.name, [&site] {
    RegionFilter* const filter = region_filter();
    if (filter != nullptr && filter->excludes_region(site.name, site.detail)) return kFiltered;
    return Measurement::instance().define_region(
        {.name = site.name, .role = OTF2_REGION_ROLE_CODE, .file = site.detail, .line = site.line});
  });
}

unsigned parameter_number(const lull_site& site) {
  return parameters().number_of(site.name, [&site] {
    static unsigned count = 0;
    const std::size_t most = 64 + JsonLine::kMostOfByte * std::strlen(site.name);
    auto* const memory = static_cast<char*>(own_memory(most));
    JsonLine line({memory, memory == nullptr ? 0 : most});
    line.raw("{\"parameter\":{\"number\":").number(count).raw(",\"name\":").text(site.name);
    Measurement::instance().note_line(line.raw("}}\n").line());
    return count++;
  });
}

unsigned metric_number(const lull_site& site) {
  return metrics().number_of(site.name, [&site] {
    const MetricMember member{.name = site.name,
                              .type = OTF2_METRIC_TYPE_USER,
                              .mode = OTF2_METRIC_ABSOLUTE_POINT,
                              .value = OTF2_TYPE_DOUBLE,
                              .unit = site.detail};
    return define_metric_class({&member, 1}, OTF2_METRIC_ASYNCHRONOUS);
  });
}

// The stored value is the number plus 1: 0 is an annotation that was never reached. During the
// lookup, no signal handler may jump away unnoticed.
unsigned remembered(Location& location, lull_site& site, unsigned (*look_up)(const lull_site&)) {
  const std::atomic_ref<unsigned> memory(site.number);
  unsigned number = memory.load(std::memory_order_relaxed);
  if (number == 0) {
    location.busy.store(Location::kBusy, std::memory_order_relaxed);
    const unsigned found = look_up(site);
    location.busy.store(Location::kInEvent, std::memory_order_relaxed);
    number = found == kFiltered ? kFiltered : found + 1;
    memory.store(number, std::memory_order_relaxed);
  }
  return number == kFiltered ? kFiltered : number - 1;
}

template <class Step>
void record(Step step) noexcept {
  const KeptErrno kept;
  Measurement& measurement = Measurement::instance();
  if (!measurement.running() && !measurement.start()) return;
  try {
    if (const Recording recording{Recording::Event{}}; recording) step(*recording);
  } catch (const std::exception& error) {
    measurement.give_up(error.what());
  }
}

void note_numbers(const char* kind, nlohmann::json entry) noexcept {
  record([&](Location& location) {
    entry["thread"] = location.number();
    Measurement::instance().note({{kind, entry}});
  });
}

std::vector<int> copied(const int* numbers, int count) {
  return {numbers, numbers + (count > 0 ? count : 0)};
}

}  // namespace

extern "C" {

void lull_record_enter(lull_site* site) {
  record([site](Location& location) {
    const unsigned region = remembered(location, *site, region_number);
    if (region != kFiltered) location.enter(region);
  });
}

void lull_record_leave(lull_site* site) {
  record([site](Location& location) {
    const unsigned region = remembered(location, *site, region_number);
    if (region != kFiltered) location.leave(region);
  });
}

void lull_record_pause(void) {
  const KeptErrno kept;
  Measurement::instance().pause();
}
void lull_record_resume(void) {
  const KeptErrno kept;
  Measurement::instance().resume();
}

void lull_record_parameter(lull_site* site, long long value) {
  record([&](Location& location) {
    const unsigned number = remembered(location, *site, parameter_number);
    OTF2_EvtWriter_ParameterInt(location.writer(), nullptr, location.look_at_clock(), number,
                                value);
  });
}

void lull_record_metric(lull_site* site, double value) {
  record([&](Location& location) {
    const unsigned number = remembered(location, *site, metric_number);
    const OTF2_Type type = OTF2_TYPE_DOUBLE;
    OTF2_MetricValue written{};
    written.floating_point = value;
    OTF2_EvtWriter_Metric(location.writer(), nullptr, location.look_at_clock(), number, 1, &type,
                          &written);
  });
}

void lull_record_grid(const char* name, int dimensions, const int* sizes, const int* periodic) {
  note_numbers("grid", {{"name", name},
                        {"sizes", copied(sizes, dimensions)},
                        {"periodic", copied(periodic, dimensions)}});
}

void lull_record_place(const char* name, int dimensions, const int* coordinates) {
  note_numbers("place", {{"grid", name}, {"coordinates", copied(coordinates, dimensions)}});
}

// Serves languages whose annotations store nothing.
void lull_record_enter_name(const char* name) {
  lull_site site{name, "", 0, 0};
  lull_record_enter(&site);
}
void lull_record_leave_name(const char* name) {
  lull_site site{name, "", 0, 0};
  lull_record_leave(&site);
}
void lull_record_parameter_name(const char* name, long long value) {
  lull_site site{name, "", 0, 0};
  lull_record_parameter(&site, value);
}
void lull_record_metric_name(const char* name, const char* unit, double value) {
  lull_site site{name, unit, 0, 0};
  lull_record_metric(&site, value);
}
}
}  // namespace lull::recorder
