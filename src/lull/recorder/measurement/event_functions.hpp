// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The functions that record events: they have the names and parameters of OTF2's, but write to an
// EventWriter. The fields of a record are the parameters, in order.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>

#include "lull/recorder/measurement/event_writer.hpp"

namespace lull::recorder {

inline Byte field_of(std::uint8_t value) { return {value}; }
inline Number32 field_of(std::uint32_t value) { return {value}; }
inline Number64 field_of(std::uint64_t value) { return {value}; }
// Signed numbers have no undefined value.
struct Signed64 {
  static constexpr std::size_t kMost = Number64::kMost;
  std::uint64_t value;
  [[nodiscard]] char* write(char* to) const {
    if (value != ~std::uint64_t{0}) return Number64{value}.write(to);
    *to = sizeof value;
    return Fixed{value}.write(to + 1);
  }
};
inline Signed64 field_of(std::int64_t value) { return {static_cast<std::uint64_t>(value)}; }

template <class Signature, std::uint8_t kType>
struct Event;
template <std::uint8_t kType, class... Values>
struct Event<OTF2_ErrorCode(OTF2_EvtWriter*, OTF2_AttributeList*, OTF2_TimeStamp, Values...),
             kType> {
  static void write(EventWriter* writer, OTF2_AttributeList* attributes, OTF2_TimeStamp time,
                    Values... values) {
    writer->write(kType, attributes, time, field_of(values)...);
  }
};

// Each event with its record type.
// clang-format off
#define LULL_EVENTS(EVENT) \
  EVENT(MeasurementOnOff, 11) \
  EVENT(MpiSend, 14) \
  EVENT(MpiIsend, 15) \
  EVENT(MpiIsendComplete, 16) \
  EVENT(MpiIrecvRequest, 17) \
  EVENT(MpiRecv, 18) \
  EVENT(MpiIrecv, 19) \
  EVENT(MpiRequestTest, 20) \
  EVENT(MpiRequestCancelled, 21) \
  EVENT(MpiCollectiveBegin, 22) \
  EVENT(MpiCollectiveEnd, 23) \
  EVENT(ParameterInt, 33) \
  EVENT(RmaWinCreate, 35) \
  EVENT(RmaWinDestroy, 36) \
  EVENT(RmaCollectiveBegin, 37) \
  EVENT(RmaCollectiveEnd, 38) \
  EVENT(RmaGroupSync, 39) \
  EVENT(RmaRequestLock, 40) \
  EVENT(RmaAcquireLock, 41) \
  EVENT(RmaTryLock, 42) \
  EVENT(RmaReleaseLock, 43) \
  EVENT(RmaSync, 44) \
  EVENT(RmaWaitChange, 45) \
  EVENT(RmaPut, 46) \
  EVENT(RmaGet, 47) \
  EVENT(RmaAtomic, 48) \
  EVENT(RmaOpCompleteBlocking, 49) \
  EVENT(RmaOpCompleteNonBlocking, 50) \
  EVENT(RmaOpTest, 51) \
  EVENT(RmaOpCompleteRemote, 52) \
  EVENT(ThreadFork, 53) \
  EVENT(ThreadJoin, 54) \
  EVENT(ThreadTeamBegin, 55) \
  EVENT(ThreadTeamEnd, 56) \
  EVENT(ThreadAcquireLock, 57) \
  EVENT(ThreadReleaseLock, 58) \
  EVENT(ThreadTaskCreate, 59) \
  EVENT(ThreadTaskSwitch, 60) \
  EVENT(ThreadTaskComplete, 61) \
  EVENT(ThreadCreate, 62) \
  EVENT(ThreadBegin, 63) \
  EVENT(ThreadWait, 64) \
  EVENT(ThreadEnd, 65) \
  EVENT(IoCreateHandle, 69) \
  EVENT(IoDestroyHandle, 70) \
  EVENT(IoDuplicateHandle, 71) \
  EVENT(IoSeek, 72) \
  EVENT(IoChangeStatusFlags, 73) \
  EVENT(IoDeleteFile, 74) \
  EVENT(IoOperationBegin, 75) \
  EVENT(IoOperationTest, 76) \
  EVENT(IoOperationIssued, 77) \
  EVENT(IoOperationComplete, 78) \
  EVENT(IoOperationCancelled, 79) \
  EVENT(IoAcquireLock, 80) \
  EVENT(IoReleaseLock, 81) \
  EVENT(IoTryLock, 82) \
  EVENT(NonBlockingCollectiveRequest, 85) \
  EVENT(NonBlockingCollectiveComplete, 86)
// clang-format on

#define LULL_EVENT(name, type)                   \
  inline constexpr auto* OTF2_EvtWriter_##name = \
      &Event<decltype(::OTF2_EvtWriter_##name), type>::write;
LULL_EVENTS(LULL_EVENT)
#undef LULL_EVENT

// Does not change the writer's open regions.
inline void OTF2_EvtWriter_Metric(EventWriter* writer, OTF2_AttributeList* attributes,
                                  OTF2_TimeStamp time, OTF2_MetricRef metric, std::uint8_t count,
                                  const OTF2_Type* types, const OTF2_MetricValue* values) {
  writer->write_metric(attributes, time, metric, count, types, values);
}

}  // namespace lull::recorder
