// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// liblull-record-papi.so.
#include <papi.h>
#include <pthread.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "lull/recorder/counters/papi_interface.hpp"

namespace lull::recorder {
namespace {

void close_set(void* opened) {
  const std::unique_ptr<int> set(static_cast<int*>(opened));
  PAPI_stop(*set, nullptr);
  PAPI_cleanup_eventset(*set);
  PAPI_destroy_eventset(set.get());
}

void* open_set(const char* const* names, int count, const char** why) {
  auto set = std::make_unique<int>(PAPI_NULL);
  int status = PAPI_create_eventset(set.get());
  for (int i = 0; i < count && status == PAPI_OK; ++i)
    status = PAPI_add_named_event(*set, names[i]);
  if (status == PAPI_OK) status = PAPI_start(*set);
  if (status == PAPI_OK) return set.release();
  *why = PAPI_strerror(status);
  PAPI_cleanup_eventset(*set);
  PAPI_destroy_eventset(set.get());
  return nullptr;
}

void read_set(void* opened, long long* values) { PAPI_read(*static_cast<int*>(opened), values); }

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
