// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The interface of liblull-record-papi.so: it alone is linked to PAPI, and is loaded when a PAPI
// counter is requested. Texts live as long as the library.
#pragma once

namespace lull::recorder {

struct PapiInterface {
  // Returns a counter set for the calling thread, or null and the reason.
  void* (*open)(const char* const* names, int count, const char** why);
  // Returns false if the values can no longer be read.
  bool (*read)(void* opened, long long* values);
  void (*close)(void* opened);
  // Describes the event; null if PAPI does not support it on this machine.
  const char* (*describe)(const char* name);
  // The PAPI presets that this machine supports, from 0 on; null after the last one.
  const char* (*preset)(int index);
};

// The library's only function; returns null when PAPI cannot be used at all.
using PapiEntry = const PapiInterface* (*)();
inline constexpr const char* kPapiEntry = "lull_papi_interface";

}  // namespace lull::recorder
