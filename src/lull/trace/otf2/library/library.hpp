// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Owners for the OTF2 library's handles. Its error messages are stored instead of printed.
#pragma once

#include <otf2/otf2.h>

#include <memory>
#include <string>

#include "lull/trace/event/enums.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::otf2 {

struct ReaderCloser {
  void operator()(OTF2_Reader* reader) const { OTF2_Reader_Close(reader); }
};
using ReaderHandle = std::unique_ptr<OTF2_Reader, ReaderCloser>;

struct GlobalCallbacksDeleter {
  void operator()(OTF2_GlobalDefReaderCallbacks* callbacks) const {
    OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  }
};
struct LocalCallbacksDeleter {
  void operator()(OTF2_DefReaderCallbacks* callbacks) const {
    OTF2_DefReaderCallbacks_Delete(callbacks);
  }
};
struct AttributeListDeleter {
  void operator()(OTF2_AttributeList* list) const { OTF2_AttributeList_Delete(list); }
};
struct EventCallbacksDeleter {
  void operator()(OTF2_EvtReaderCallbacks* callbacks) const {
    OTF2_EvtReaderCallbacks_Delete(callbacks);
  }
};

// Makes the library's error messages be stored per thread instead of printed. Idempotent.
void keep_library_errors();
// Returns and clears the library's last error on this thread; `otherwise` if there was none. Call
// after a failed library call: also releases the locks that it has left locked.
[[nodiscard]] std::string take_library_error(OTF2_ErrorCode otherwise);

// Converts a typed OTF2 value; strings and references become OTF2's number.
[[nodiscard]] Value to_value(OTF2_Type type, OTF2_AttributeValue value);
[[nodiscard]] Value to_value(OTF2_Type type, OTF2_MetricValue value);

}  // namespace lull::otf2
