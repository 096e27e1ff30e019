// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the callback tables share: from OTF2's references to ids, and the three tables themselves.
// A callback appends one event to the batch that is its user data.
#pragma once

#include "lull/trace/otf2/decoder/event_batch.hpp"

namespace lull::otf2 {

using Attributes = OTF2_AttributeList;

inline EventBatch& batch(void* user) { return *static_cast<EventBatch*>(user); }

template <class IdType>
IdType to_id(std::uint32_t index) {
  IdType id;
  id.value = index;
  return id;
}

inline CommunicatorId communicator(void* user, OTF2_CommRef reference) {
  return to_id<CommunicatorId>(batch(user).maps().communicators.find(reference));
}
inline RegionId region(void* user, OTF2_RegionRef reference) {
  return to_id<RegionId>(batch(user).maps().regions.find(reference));
}
inline WindowId window(void* user, OTF2_RmaWinRef reference) {
  return to_id<WindowId>(batch(user).maps().windows.find(reference));
}
inline IoHandleId io_handle(void* user, OTF2_IoHandleRef reference) {
  return to_id<IoHandleId>(batch(user).maps().io_handles.find(reference));
}
inline CallingContextId calling_context(void* user, OTF2_CallingContextRef reference) {
  return to_id<CallingContextId>(batch(user).maps().calling_contexts.find(reference));
}
inline CollectiveOperation operation(OTF2_CollectiveOp op) {
  return static_cast<CollectiveOperation>(op);
}

void set_core_callbacks(OTF2_EvtReaderCallbacks* callbacks, const EventSelection& selection);
void set_thread_callbacks(OTF2_EvtReaderCallbacks* callbacks, const EventSelection& selection);
void set_rma_io_callbacks(OTF2_EvtReaderCallbacks* callbacks, const EventSelection& selection);

}  // namespace lull::otf2
