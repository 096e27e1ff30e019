// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The OTF2 library's handles with owners, and its error messages kept instead of printed.
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

// From now on the library's complaints are remembered per thread, not printed. Idempotent.
void keep_library_errors();
// What the library last complained about on this thread, and forgets it; `otherwise` when it said
// nothing. The call has failed: what it has left locked is released.
[[nodiscard]] std::string take_library_error(OTF2_ErrorCode otherwise);

// OTF2's typed value as Lull's; text and references become the number OTF2 uses.
[[nodiscard]] Value to_value(OTF2_Type type, OTF2_AttributeValue value);
[[nodiscard]] Value to_value(OTF2_Type type, OTF2_MetricValue value);

}  // namespace lull::otf2
