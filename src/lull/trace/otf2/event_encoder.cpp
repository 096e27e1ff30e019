// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/event_encoder.hpp"

#include <array>
#include <vector>

#include "lull/trace/otf2/records/attribute_value.hpp"

namespace lull::otf2 {
namespace {

// What every record is written with.
struct Record {
  OTF2_EvtWriter* writer;
  OTF2_AttributeList* attributes;
  OTF2_TimeStamp time;
  std::uint64_t origin;
};

OTF2_CollectiveOp to_otf2(CollectiveOperation operation) {
  return static_cast<OTF2_CollectiveOp>(operation);
}
OTF2_Paradigm to_otf2(Paradigm paradigm) { return static_cast<OTF2_Paradigm>(paradigm); }
OTF2_LockType lock_type(bool shared) { return shared ? OTF2_LOCK_SHARED : OTF2_LOCK_EXCLUSIVE; }

struct CoreEncoder : Record {
  OTF2_ErrorCode operator()(const Enter& e) const {
    return OTF2_EvtWriter_Enter(writer, attributes, time, e.region.value);
  }
  OTF2_ErrorCode operator()(const Leave& e) const {
    return OTF2_EvtWriter_Leave(writer, attributes, time, e.region.value);
  }
  OTF2_ErrorCode operator()(const MpiSend& e) const {
    return OTF2_EvtWriter_MpiSend(writer, attributes, time, e.receiver, e.communicator.value, e.tag,
                                  e.length);
  }
  OTF2_ErrorCode operator()(const MpiRecv& e) const {
    return OTF2_EvtWriter_MpiRecv(writer, attributes, time, e.sender, e.communicator.value, e.tag,
                                  e.length);
  }
  OTF2_ErrorCode operator()(const MpiIsend& e) const {
    return OTF2_EvtWriter_MpiIsend(writer, attributes, time, e.receiver, e.communicator.value,
                                   e.tag, e.length, e.request);
  }
  OTF2_ErrorCode operator()(const MpiIsendComplete& e) const {
    return OTF2_EvtWriter_MpiIsendComplete(writer, attributes, time, e.request);
  }
  OTF2_ErrorCode operator()(const MpiIrecvRequest& e) const {
    return OTF2_EvtWriter_MpiIrecvRequest(writer, attributes, time, e.request);
  }
  OTF2_ErrorCode operator()(const MpiIrecv& e) const {
    return OTF2_EvtWriter_MpiIrecv(writer, attributes, time, e.sender, e.communicator.value, e.tag,
                                   e.length, e.request);
  }
  OTF2_ErrorCode operator()(const MpiRequestTest& e) const {
    return OTF2_EvtWriter_MpiRequestTest(writer, attributes, time, e.request);
  }
  OTF2_ErrorCode operator()(const MpiRequestCancelled& e) const {
    return OTF2_EvtWriter_MpiRequestCancelled(writer, attributes, time, e.request);
  }
  OTF2_ErrorCode operator()(const MpiCollectiveBegin&) const {
    return OTF2_EvtWriter_MpiCollectiveBegin(writer, attributes, time);
  }
  OTF2_ErrorCode operator()(const MpiCollectiveEnd& e) const {
    return OTF2_EvtWriter_MpiCollectiveEnd(writer, attributes, time, to_otf2(e.operation),
                                           e.communicator.value, e.root, e.sent, e.received);
  }
  OTF2_ErrorCode operator()(const NonBlockingCollectiveRequest& e) const {
    return OTF2_EvtWriter_NonBlockingCollectiveRequest(writer, attributes, time, e.request);
  }
  OTF2_ErrorCode operator()(const NonBlockingCollectiveComplete& e) const {
    return OTF2_EvtWriter_NonBlockingCollectiveComplete(writer, attributes, time,
                                                        to_otf2(e.operation), e.communicator.value,
                                                        e.root, e.sent, e.received, e.request);
  }
  OTF2_ErrorCode operator()(const CommCreate& e) const {
    return OTF2_EvtWriter_CommCreate(writer, attributes, time, e.communicator.value);
  }
  OTF2_ErrorCode operator()(const CommDestroy& e) const {
    return OTF2_EvtWriter_CommDestroy(writer, attributes, time, e.communicator.value);
  }
  OTF2_ErrorCode operator()(const BufferFlush& e) const {
    return OTF2_EvtWriter_BufferFlush(writer, attributes, time, e.stop.ticks + origin);
  }
  OTF2_ErrorCode operator()(const MeasurementOnOff& e) const {
    return OTF2_EvtWriter_MeasurementOnOff(writer, attributes, time,
                                           e.on ? OTF2_MEASUREMENT_ON : OTF2_MEASUREMENT_OFF);
  }
  OTF2_ErrorCode operator()(const ProgramBegin& e) const {
    return OTF2_EvtWriter_ProgramBegin(writer, attributes, time, e.name.value, 0, nullptr);
  }
  OTF2_ErrorCode operator()(const ProgramEnd& e) const {
    return OTF2_EvtWriter_ProgramEnd(writer, attributes, time, e.exit_status);
  }
};

struct ThreadEncoder : Record {
  OTF2_ErrorCode operator()(const ThreadFork& e) const {
    return OTF2_EvtWriter_ThreadFork(writer, attributes, time, to_otf2(e.model), e.requested);
  }
  OTF2_ErrorCode operator()(const ThreadJoin& e) const {
    return OTF2_EvtWriter_ThreadJoin(writer, attributes, time, to_otf2(e.model));
  }
  OTF2_ErrorCode operator()(const ThreadTeamBegin& e) const {
    return OTF2_EvtWriter_ThreadTeamBegin(writer, attributes, time, e.team.value);
  }
  OTF2_ErrorCode operator()(const ThreadTeamEnd& e) const {
    return OTF2_EvtWriter_ThreadTeamEnd(writer, attributes, time, e.team.value);
  }
  OTF2_ErrorCode operator()(const ThreadAcquireLock& e) const {
    return OTF2_EvtWriter_ThreadAcquireLock(writer, attributes, time, to_otf2(e.model), e.lock,
                                            e.order);
  }
  OTF2_ErrorCode operator()(const ThreadReleaseLock& e) const {
    return OTF2_EvtWriter_ThreadReleaseLock(writer, attributes, time, to_otf2(e.model), e.lock,
                                            e.order);
  }
  OTF2_ErrorCode operator()(const ThreadTaskCreate& e) const {
    return OTF2_EvtWriter_ThreadTaskCreate(writer, attributes, time, e.team.value, e.creator,
                                           e.generation);
  }
  OTF2_ErrorCode operator()(const ThreadTaskSwitch& e) const {
    return OTF2_EvtWriter_ThreadTaskSwitch(writer, attributes, time, e.team.value, e.creator,
                                           e.generation);
  }
  OTF2_ErrorCode operator()(const ThreadTaskComplete& e) const {
    return OTF2_EvtWriter_ThreadTaskComplete(writer, attributes, time, e.team.value, e.creator,
                                             e.generation);
  }
  OTF2_ErrorCode operator()(const ThreadCreate& e) const {
    return OTF2_EvtWriter_ThreadCreate(writer, attributes, time, e.contingent.value, e.sequence);
  }
  OTF2_ErrorCode operator()(const ThreadBegin& e) const {
    return OTF2_EvtWriter_ThreadBegin(writer, attributes, time, e.contingent.value, e.sequence);
  }
  OTF2_ErrorCode operator()(const ThreadWait& e) const {
    return OTF2_EvtWriter_ThreadWait(writer, attributes, time, e.contingent.value, e.sequence);
  }
  OTF2_ErrorCode operator()(const ThreadEnd& e) const {
    return OTF2_EvtWriter_ThreadEnd(writer, attributes, time, e.contingent.value, e.sequence);
  }
  OTF2_ErrorCode operator()(const ParameterString& e) const {
    return OTF2_EvtWriter_ParameterString(writer, attributes, time, e.parameter.value,
                                          e.value.value);
  }
  OTF2_ErrorCode operator()(const ParameterInt& e) const {
    return OTF2_EvtWriter_ParameterInt(writer, attributes, time, e.parameter.value, e.value);
  }
  OTF2_ErrorCode operator()(const ParameterUnsigned& e) const {
    return OTF2_EvtWriter_ParameterUnsignedInt(writer, attributes, time, e.parameter.value,
                                               e.value);
  }
  OTF2_ErrorCode operator()(const CallingContextEnter& e) const {
    return OTF2_EvtWriter_CallingContextEnter(writer, attributes, time, e.context.value,
                                              e.unwind_distance);
  }
  OTF2_ErrorCode operator()(const CallingContextLeave& e) const {
    return OTF2_EvtWriter_CallingContextLeave(writer, attributes, time, e.context.value);
  }
  OTF2_ErrorCode operator()(const CallingContextSample& e) const {
    return OTF2_EvtWriter_CallingContextSample(writer, attributes, time, e.context.value,
                                               e.unwind_distance, e.generator.value);
  }
};

struct RmaIoEncoder : Record {
  OTF2_ErrorCode operator()(const RmaWinCreate& e) const {
    return OTF2_EvtWriter_RmaWinCreate(writer, attributes, time, e.window.value);
  }
  OTF2_ErrorCode operator()(const RmaWinDestroy& e) const {
    return OTF2_EvtWriter_RmaWinDestroy(writer, attributes, time, e.window.value);
  }
  OTF2_ErrorCode operator()(const RmaCollectiveBegin&) const {
    return OTF2_EvtWriter_RmaCollectiveBegin(writer, attributes, time);
  }
  OTF2_ErrorCode operator()(const RmaCollectiveEnd& e) const {
    return OTF2_EvtWriter_RmaCollectiveEnd(writer, attributes, time, to_otf2(e.operation),
                                           e.sync_level, e.window.value, e.root, e.sent,
                                           e.received);
  }
  OTF2_ErrorCode operator()(const RmaGroupSync& e) const {
    return OTF2_EvtWriter_RmaGroupSync(writer, attributes, time, e.sync_level, e.window.value,
                                       e.group.value);
  }
  OTF2_ErrorCode operator()(const RmaRequestLock& e) const {
    return OTF2_EvtWriter_RmaRequestLock(writer, attributes, time, e.window.value, e.remote, e.lock,
                                         lock_type(e.shared));
  }
  OTF2_ErrorCode operator()(const RmaAcquireLock& e) const {
    return OTF2_EvtWriter_RmaAcquireLock(writer, attributes, time, e.window.value, e.remote, e.lock,
                                         lock_type(e.shared));
  }
  OTF2_ErrorCode operator()(const RmaTryLock& e) const {
    return OTF2_EvtWriter_RmaTryLock(writer, attributes, time, e.window.value, e.remote, e.lock,
                                     lock_type(e.shared));
  }
  OTF2_ErrorCode operator()(const RmaReleaseLock& e) const {
    return OTF2_EvtWriter_RmaReleaseLock(writer, attributes, time, e.window.value, e.remote,
                                         e.lock);
  }
  OTF2_ErrorCode operator()(const RmaSync& e) const {
    return OTF2_EvtWriter_RmaSync(writer, attributes, time, e.window.value, e.remote, e.type);
  }
  OTF2_ErrorCode operator()(const RmaWaitChange& e) const {
    return OTF2_EvtWriter_RmaWaitChange(writer, attributes, time, e.window.value);
  }
  OTF2_ErrorCode operator()(const RmaPut& e) const {
    return OTF2_EvtWriter_RmaPut(writer, attributes, time, e.window.value, e.remote, e.bytes,
                                 e.matching);
  }
  OTF2_ErrorCode operator()(const RmaGet& e) const {
    return OTF2_EvtWriter_RmaGet(writer, attributes, time, e.window.value, e.remote, e.bytes,
                                 e.matching);
  }
  OTF2_ErrorCode operator()(const RmaAtomic& e) const {
    return OTF2_EvtWriter_RmaAtomic(writer, attributes, time, e.window.value, e.remote, e.type,
                                    e.sent, e.received, e.matching);
  }
  OTF2_ErrorCode operator()(const RmaOpCompleteBlocking& e) const {
    return OTF2_EvtWriter_RmaOpCompleteBlocking(writer, attributes, time, e.window.value,
                                                e.matching);
  }
  OTF2_ErrorCode operator()(const RmaOpCompleteNonBlocking& e) const {
    return OTF2_EvtWriter_RmaOpCompleteNonBlocking(writer, attributes, time, e.window.value,
                                                   e.matching);
  }
  OTF2_ErrorCode operator()(const RmaOpTest& e) const {
    return OTF2_EvtWriter_RmaOpTest(writer, attributes, time, e.window.value, e.matching);
  }
  OTF2_ErrorCode operator()(const RmaOpCompleteRemote& e) const {
    return OTF2_EvtWriter_RmaOpCompleteRemote(writer, attributes, time, e.window.value, e.matching);
  }
  OTF2_ErrorCode operator()(const IoCreateHandle& e) const {
    return OTF2_EvtWriter_IoCreateHandle(writer, attributes, time, e.handle.value, e.mode,
                                         e.creation_flags, e.status_flags);
  }
  OTF2_ErrorCode operator()(const IoDestroyHandle& e) const {
    return OTF2_EvtWriter_IoDestroyHandle(writer, attributes, time, e.handle.value);
  }
  OTF2_ErrorCode operator()(const IoDuplicateHandle& e) const {
    return OTF2_EvtWriter_IoDuplicateHandle(writer, attributes, time, e.old_handle.value,
                                            e.new_handle.value, e.status_flags);
  }
  OTF2_ErrorCode operator()(const IoSeek& e) const {
    return OTF2_EvtWriter_IoSeek(writer, attributes, time, e.handle.value, e.offset_request,
                                 e.whence, e.offset_result);
  }
  OTF2_ErrorCode operator()(const IoChangeStatusFlags& e) const {
    return OTF2_EvtWriter_IoChangeStatusFlags(writer, attributes, time, e.handle.value,
                                              e.status_flags);
  }
  OTF2_ErrorCode operator()(const IoDeleteFile& e) const {
    return OTF2_EvtWriter_IoDeleteFile(writer, attributes, time, e.paradigm.value, e.file.value);
  }
  OTF2_ErrorCode operator()(const IoOperationBegin& e) const {
    return OTF2_EvtWriter_IoOperationBegin(writer, attributes, time, e.handle.value, e.mode,
                                           e.flags, e.bytes, e.matching);
  }
  OTF2_ErrorCode operator()(const IoOperationTest& e) const {
    return OTF2_EvtWriter_IoOperationTest(writer, attributes, time, e.handle.value, e.matching);
  }
  OTF2_ErrorCode operator()(const IoOperationIssued& e) const {
    return OTF2_EvtWriter_IoOperationIssued(writer, attributes, time, e.handle.value, e.matching);
  }
  OTF2_ErrorCode operator()(const IoOperationComplete& e) const {
    return OTF2_EvtWriter_IoOperationComplete(writer, attributes, time, e.handle.value, e.bytes,
                                              e.matching);
  }
  OTF2_ErrorCode operator()(const IoOperationCancelled& e) const {
    return OTF2_EvtWriter_IoOperationCancelled(writer, attributes, time, e.handle.value,
                                               e.matching);
  }
  OTF2_ErrorCode operator()(const IoAcquireLock& e) const {
    return OTF2_EvtWriter_IoAcquireLock(writer, attributes, time, e.handle.value,
                                        lock_type(e.shared));
  }
  OTF2_ErrorCode operator()(const IoReleaseLock& e) const {
    return OTF2_EvtWriter_IoReleaseLock(writer, attributes, time, e.handle.value,
                                        lock_type(e.shared));
  }
  OTF2_ErrorCode operator()(const IoTryLock& e) const {
    return OTF2_EvtWriter_IoTryLock(writer, attributes, time, e.handle.value, lock_type(e.shared));
  }
};

OTF2_ErrorCode encode_metric(const Record& record, const MetricSample& sample) {
  std::array<OTF2_Type, 255> types;
  std::array<OTF2_MetricValue, 255> values;
  if (sample.values.size() > types.size()) return OTF2_ERROR_INVALID_ARGUMENT;
  for (std::size_t i = 0; i < sample.values.size(); ++i) {
    const Value& value = sample.values[i];
    switch (value.kind) {
      case ValueKind::Floating:
        types[i] = OTF2_TYPE_DOUBLE;
        values[i].floating_point = value.as_floating;
        break;
      case ValueKind::Signed:
        types[i] = OTF2_TYPE_INT64;
        values[i].signed_int = value.as_signed;
        break;
      default:
        types[i] = OTF2_TYPE_UINT64;
        values[i].unsigned_int = value.as_unsigned;
    }
  }
  return OTF2_EvtWriter_Metric(record.writer, record.attributes, record.time, sample.metric.value,
                               static_cast<uint8_t>(sample.values.size()), types.data(),
                               values.data());
}

struct OtherEncoder : Record {
  OTF2_ErrorCode operator()(const MetricSample& e) const { return encode_metric(*this, e); }
  OTF2_ErrorCode operator()(const UnknownEvent&) const { return OTF2_SUCCESS; }  // nothing to say
};

// clang-format off
struct Encoder : CoreEncoder, ThreadEncoder, RmaIoEncoder, OtherEncoder {
  explicit Encoder(const Record& r) : CoreEncoder{r}, ThreadEncoder{r}, RmaIoEncoder{r}, OtherEncoder{r} {}
  using CoreEncoder::operator(), ThreadEncoder::operator(), RmaIoEncoder::operator(), OtherEncoder::operator();
};
// clang-format on

void add_attribute(OTF2_AttributeList* list, AttributeId attribute, const Value& value) {
  if (value.type != OTF2_TYPE_NONE) {
    OTF2_AttributeList_AddAttribute(list, attribute.value, value.type,
                                    value_of(value.type, value.as_unsigned));
    return;
  }
  switch (value.kind) {
    case ValueKind::Signed:
      OTF2_AttributeList_AddInt64(list, attribute.value, value.as_signed);
      break;
    case ValueKind::Floating:
      OTF2_AttributeList_AddDouble(list, attribute.value, value.as_floating);
      break;
    case ValueKind::Reference:
      OTF2_AttributeList_AddStringRef(list, attribute.value,
                                      static_cast<OTF2_StringRef>(value.as_unsigned));
      break;
    default:
      OTF2_AttributeList_AddUint64(list, attribute.value, value.as_unsigned);
  }
}

}  // namespace

OTF2_ErrorCode encode(OTF2_EvtWriter* writer, OTF2_AttributeList* attributes, const Event& event,
                      std::uint64_t origin) {
  if (event.attributes != nullptr)
    for (const auto& [attribute, value] : *event.attributes)
      add_attribute(attributes, attribute, value);
  const Encoder encoder(Record{writer, attributes, event.time.ticks + origin, origin});
  return std::visit(encoder, event.body);
}

}  // namespace lull::otf2
