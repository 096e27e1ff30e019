// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// liblull-record-papi.so.
#include <dirent.h>
#include <linux/perf_event.h>
#include <papi.h>
#include <pthread.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "lull/recorder/counters/papi_interface.hpp"

namespace lull::recorder {
namespace {

// File descriptors of perf events, with their event ids. PAPI does not report its descriptors; the
// program may close them, and reuse their numbers.
using Events = std::map<int, std::uint64_t>;

// Returns 0 if the descriptor is not a perf event.
std::uint64_t event_of(int descriptor) {
  std::uint64_t id = 0;
  return ::ioctl(descriptor, PERF_EVENT_IOC_ID, &id) == 0 ? id : 0;
}

Events open_events() {
  Events found;
  const auto close = [](DIR* directory) { ::closedir(directory); };
  const std::unique_ptr<DIR, decltype(close)> all(::opendir("/proc/self/fd"));
  while (const dirent* const entry = all ? ::readdir(all.get()) : nullptr) {
    int descriptor = 0;
    const char* const end = entry->d_name + std::strlen(entry->d_name);
    if (std::from_chars(entry->d_name, end, descriptor).ptr != end) continue;
    if (const std::uint64_t id = event_of(descriptor); id != 0) found.emplace(descriptor, id);
  }
  return found;
}

struct Set {
  int number = PAPI_NULL;
  Events events;

  [[nodiscard]] bool has_its_events() const {
    return std::ranges::all_of(
        events, [](const auto& event) { return event_of(event.first) == event.second; });
  }
};

std::mutex opening;  // one set at a time: new events are its own

// A descriptor that is no longer an event must be neither closed nor read by PAPI.
void close_set(void* opened) {
  const std::unique_ptr<Set> set(static_cast<Set*>(opened));
  const std::scoped_lock lock(opening);
  if (!set->has_its_events()) return;
  PAPI_stop(set->number, nullptr);
  PAPI_cleanup_eventset(set->number);
  PAPI_destroy_eventset(&set->number);
}

void* open_set(const char* const* names, int count, const char** why) {
  const std::scoped_lock lock(opening);
  auto set = std::make_unique<Set>();
  const Events before = open_events();
  int status = PAPI_create_eventset(&set->number);
  for (int i = 0; i < count && status == PAPI_OK; ++i)
    status = PAPI_add_named_event(set->number, names[i]);
  if (status == PAPI_OK) status = PAPI_start(set->number);
  if (status == PAPI_OK) {
    for (const auto& event : open_events())
      if (const auto known = before.find(event.first);
          known == before.end() || known->second != event.second)
        set->events.insert(event);
    return set.release();
  }
  *why = PAPI_strerror(status);
  PAPI_cleanup_eventset(set->number);
  PAPI_destroy_eventset(&set->number);
  return nullptr;
}

bool read_set(void* opened, long long* values) {
  const Set& set = *static_cast<const Set*>(opened);
  return set.has_its_events() && PAPI_read(set.number, values) == PAPI_OK;
}

const char* describe(const char* name) {
  static std::mutex mutex;
  static auto* const known = new std::map<std::string, std::string>;
  int code = 0;
  PAPI_event_info_t info{};
  if (PAPI_event_name_to_code(name, &code) != PAPI_OK || PAPI_query_event(code) != PAPI_OK ||
      PAPI_get_event_info(code, &info) != PAPI_OK)
    return nullptr;
  const std::scoped_lock lock(mutex);
  return ((*known)[name] = info.long_descr).c_str();
}

const char* preset(int index) {
  static const auto* const names = [] {
    auto* const found = new std::vector<std::string>;
    int code = static_cast<int>(PAPI_PRESET_MASK);
    int status = PAPI_enum_event(&code, PAPI_ENUM_FIRST);
    for (; status == PAPI_OK; status = PAPI_enum_event(&code, PAPI_PRESET_ENUM_AVAIL)) {
      char name[PAPI_MAX_STR_LEN];
      if (PAPI_query_event(code) == PAPI_OK && PAPI_event_code_to_name(code, name) == PAPI_OK)
        found->emplace_back(name);
    }
    return found;
  }();
  return index < static_cast<int>(names->size()) ? (*names)[static_cast<std::size_t>(index)].c_str()
                                                 : nullptr;
}

constexpr PapiInterface kInterface{open_set, read_set, close_set, describe, preset};

}  // namespace
}  // namespace lull::recorder

extern "C" [[gnu::visibility("default")]] const lull::recorder::PapiInterface*
lull_papi_interface() {
  static const bool usable = PAPI_library_init(PAPI_VER_CURRENT) == PAPI_VER_CURRENT &&
                             PAPI_thread_init(pthread_self) == PAPI_OK;
  return usable ? &lull::recorder::kInterface : nullptr;
}
