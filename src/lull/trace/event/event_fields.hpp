// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The fields of events by name, for whoever does not know kinds of events when they are compiled:
// other languages, printers. use(name, value) is called for each field in its order; values have
// the types of event.hpp.
#pragma once

#include <utility>
#include <variant>

#include "lull/trace/event/event.hpp"

namespace lull {

// clang-format off
template <class Use> void with_fields(const BufferFlush& e, Use&& use) { use("stop", e.stop); }
template <class Use> void with_fields(const MeasurementOnOff& e, Use&& use) { use("on", e.on); }
template <class Use> void with_fields(const Enter& e, Use&& use) { use("region", e.region); }
template <class Use> void with_fields(const Leave& e, Use&& use) { use("region", e.region); }
template <class Use> void with_fields(const ProgramBegin& e, Use&& use) { use("name", e.name); }
template <class Use> void with_fields(const ProgramEnd& e, Use&& use) { use("exit_status", e.exit_status); }
template <class Use> void with_fields(const MpiSend& e, Use&& use) { use("receiver", e.receiver); use("communicator", e.communicator); use("tag", e.tag); use("length", e.length); }
template <class Use> void with_fields(const MpiIsend& e, Use&& use) { use("receiver", e.receiver); use("communicator", e.communicator); use("tag", e.tag); use("length", e.length); use("request", e.request); }
template <class Use> void with_fields(const MpiIsendComplete& e, Use&& use) { use("request", e.request); }
template <class Use> void with_fields(const MpiIrecvRequest& e, Use&& use) { use("request", e.request); }
template <class Use> void with_fields(const MpiRecv& e, Use&& use) { use("sender", e.sender); use("communicator", e.communicator); use("tag", e.tag); use("length", e.length); }
template <class Use> void with_fields(const MpiIrecv& e, Use&& use) { use("sender", e.sender); use("communicator", e.communicator); use("tag", e.tag); use("length", e.length); use("request", e.request); }
template <class Use> void with_fields(const MpiRequestTest& e, Use&& use) { use("request", e.request); }
template <class Use> void with_fields(const MpiRequestCancelled& e, Use&& use) { use("request", e.request); }
template <class Use> void with_fields(const MpiCollectiveBegin&, Use&&) {}
template <class Use> void with_fields(const MpiCollectiveEnd& e, Use&& use) { use("operation", e.operation); use("communicator", e.communicator); use("root", e.root); use("sent", e.sent); use("received", e.received); }
template <class Use> void with_fields(const NonBlockingCollectiveRequest& e, Use&& use) { use("request", e.request); }
template <class Use> void with_fields(const NonBlockingCollectiveComplete& e, Use&& use) { use("operation", e.operation); use("communicator", e.communicator); use("root", e.root); use("sent", e.sent); use("received", e.received); use("request", e.request); }
template <class Use> void with_fields(const CommCreate& e, Use&& use) { use("communicator", e.communicator); }
template <class Use> void with_fields(const CommDestroy& e, Use&& use) { use("communicator", e.communicator); }
template <class Use> void with_fields(const RmaWinCreate& e, Use&& use) { use("window", e.window); }
template <class Use> void with_fields(const RmaWinDestroy& e, Use&& use) { use("window", e.window); }
template <class Use> void with_fields(const RmaCollectiveBegin&, Use&&) {}
template <class Use> void with_fields(const RmaCollectiveEnd& e, Use&& use) { use("operation", e.operation); use("sync_level", e.sync_level); use("window", e.window); use("root", e.root); use("sent", e.sent); use("received", e.received); }
template <class Use> void with_fields(const RmaGroupSync& e, Use&& use) { use("sync_level", e.sync_level); use("window", e.window); use("group", e.group); }
template <class Use> void with_fields(const RmaRequestLock& e, Use&& use) { use("window", e.window); use("remote", e.remote); use("lock", e.lock); use("shared", e.shared); }
template <class Use> void with_fields(const RmaAcquireLock& e, Use&& use) { use("window", e.window); use("remote", e.remote); use("lock", e.lock); use("shared", e.shared); }
template <class Use> void with_fields(const RmaTryLock& e, Use&& use) { use("window", e.window); use("remote", e.remote); use("lock", e.lock); use("shared", e.shared); }
template <class Use> void with_fields(const RmaReleaseLock& e, Use&& use) { use("window", e.window); use("remote", e.remote); use("lock", e.lock); }
template <class Use> void with_fields(const RmaSync& e, Use&& use) { use("window", e.window); use("remote", e.remote); use("type", e.type); }
template <class Use> void with_fields(const RmaWaitChange& e, Use&& use) { use("window", e.window); }
template <class Use> void with_fields(const RmaPut& e, Use&& use) { use("window", e.window); use("remote", e.remote); use("bytes", e.bytes); use("matching", e.matching); }
template <class Use> void with_fields(const RmaGet& e, Use&& use) { use("window", e.window); use("remote", e.remote); use("bytes", e.bytes); use("matching", e.matching); }
template <class Use> void with_fields(const RmaAtomic& e, Use&& use) { use("window", e.window); use("remote", e.remote); use("type", e.type); use("sent", e.sent); use("received", e.received); use("matching", e.matching); }
template <class Use> void with_fields(const RmaOpCompleteBlocking& e, Use&& use) { use("window", e.window); use("matching", e.matching); }
template <class Use> void with_fields(const RmaOpCompleteNonBlocking& e, Use&& use) { use("window", e.window); use("matching", e.matching); }
template <class Use> void with_fields(const RmaOpTest& e, Use&& use) { use("window", e.window); use("matching", e.matching); }
template <class Use> void with_fields(const RmaOpCompleteRemote& e, Use&& use) { use("window", e.window); use("matching", e.matching); }
template <class Use> void with_fields(const ThreadFork& e, Use&& use) { use("model", e.model); use("requested", e.requested); }
template <class Use> void with_fields(const ThreadJoin& e, Use&& use) { use("model", e.model); }
template <class Use> void with_fields(const ThreadTeamBegin& e, Use&& use) { use("team", e.team); }
template <class Use> void with_fields(const ThreadTeamEnd& e, Use&& use) { use("team", e.team); }
template <class Use> void with_fields(const ThreadAcquireLock& e, Use&& use) { use("model", e.model); use("lock", e.lock); use("order", e.order); }
template <class Use> void with_fields(const ThreadReleaseLock& e, Use&& use) { use("model", e.model); use("lock", e.lock); use("order", e.order); }
template <class Use> void with_fields(const ThreadTaskCreate& e, Use&& use) { use("team", e.team); use("creator", e.creator); use("generation", e.generation); }
template <class Use> void with_fields(const ThreadTaskSwitch& e, Use&& use) { use("team", e.team); use("creator", e.creator); use("generation", e.generation); }
template <class Use> void with_fields(const ThreadTaskComplete& e, Use&& use) { use("team", e.team); use("creator", e.creator); use("generation", e.generation); }
template <class Use> void with_fields(const ThreadCreate& e, Use&& use) { use("contingent", e.contingent); use("sequence", e.sequence); }
template <class Use> void with_fields(const ThreadBegin& e, Use&& use) { use("contingent", e.contingent); use("sequence", e.sequence); }
template <class Use> void with_fields(const ThreadWait& e, Use&& use) { use("contingent", e.contingent); use("sequence", e.sequence); }
template <class Use> void with_fields(const ThreadEnd& e, Use&& use) { use("contingent", e.contingent); use("sequence", e.sequence); }
template <class Use> void with_fields(const MetricSample& e, Use&& use) { use("metric", e.metric); use("values", e.values); }
template <class Use> void with_fields(const ParameterString& e, Use&& use) { use("parameter", e.parameter); use("value", e.value); }
template <class Use> void with_fields(const ParameterInt& e, Use&& use) { use("parameter", e.parameter); use("value", e.value); }
template <class Use> void with_fields(const ParameterUnsigned& e, Use&& use) { use("parameter", e.parameter); use("value", e.value); }
template <class Use> void with_fields(const CallingContextEnter& e, Use&& use) { use("context", e.context); use("unwind_distance", e.unwind_distance); }
template <class Use> void with_fields(const CallingContextLeave& e, Use&& use) { use("context", e.context); }
template <class Use> void with_fields(const CallingContextSample& e, Use&& use) { use("context", e.context); use("unwind_distance", e.unwind_distance); use("generator", e.generator); }
template <class Use> void with_fields(const IoCreateHandle& e, Use&& use) { use("handle", e.handle); use("mode", e.mode); use("creation_flags", e.creation_flags); use("status_flags", e.status_flags); }
template <class Use> void with_fields(const IoDestroyHandle& e, Use&& use) { use("handle", e.handle); }
template <class Use> void with_fields(const IoDuplicateHandle& e, Use&& use) { use("old_handle", e.old_handle); use("new_handle", e.new_handle); use("status_flags", e.status_flags); }
template <class Use> void with_fields(const IoSeek& e, Use&& use) { use("handle", e.handle); use("offset_request", e.offset_request); use("whence", e.whence); use("offset_result", e.offset_result); }
template <class Use> void with_fields(const IoChangeStatusFlags& e, Use&& use) { use("handle", e.handle); use("status_flags", e.status_flags); }
template <class Use> void with_fields(const IoDeleteFile& e, Use&& use) { use("paradigm", e.paradigm); use("file", e.file); }
template <class Use> void with_fields(const IoOperationBegin& e, Use&& use) { use("handle", e.handle); use("mode", e.mode); use("flags", e.flags); use("bytes", e.bytes); use("matching", e.matching); }
template <class Use> void with_fields(const IoOperationTest& e, Use&& use) { use("handle", e.handle); use("matching", e.matching); }
template <class Use> void with_fields(const IoOperationIssued& e, Use&& use) { use("handle", e.handle); use("matching", e.matching); }
template <class Use> void with_fields(const IoOperationComplete& e, Use&& use) { use("handle", e.handle); use("bytes", e.bytes); use("matching", e.matching); }
template <class Use> void with_fields(const IoOperationCancelled& e, Use&& use) { use("handle", e.handle); use("matching", e.matching); }
template <class Use> void with_fields(const IoAcquireLock& e, Use&& use) { use("handle", e.handle); use("shared", e.shared); }
template <class Use> void with_fields(const IoReleaseLock& e, Use&& use) { use("handle", e.handle); use("shared", e.shared); }
template <class Use> void with_fields(const IoTryLock& e, Use&& use) { use("handle", e.handle); use("shared", e.shared); }
template <class Use> void with_fields(const UnknownEvent&, Use&&) {}
// clang-format on

template <class Use>
void with_fields(const EventBody& body, Use&& use) {
  std::visit([&](const auto& e) { with_fields(e, use); }, body);
}

}  // namespace lull
