// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What liblull-record-papi.so offers: it alone is linked to PAPI, and is loaded when a counter of
// PAPI is asked for. Texts live as long as the library.
#pragma once

namespace lull::recorder {

struct PapiInterface {
  // What counts in the calling thread, or null and why not.
  void* (*open)(const char* const* names, int count, const char** why);
  // False where the values cannot be read any more.
  bool (*read)(void* opened, long long* values);
  void (*close)(void* opened);
  // What the event counts; null where PAPI does not know it on this machine.
  const char* (*describe)(const char* name);
  // PAPI's own names that are counted on this machine, from 0 on; null behind the last one.
  const char* (*preset)(int index);
};

// The library's one function; null when PAPI cannot be used at all.
using PapiEntry = const PapiInterface* (*)();
inline constexpr const char* kPapiEntry = "lull_papi_interface";

}  // namespace lull::recorder
