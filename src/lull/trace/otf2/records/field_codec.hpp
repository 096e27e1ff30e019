// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How OTF2 represents each kind of field: the type of the argument of its functions, how a record
// stores it, and how it becomes a field of an event and back.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>

#include "lull/trace/event/event_field_kinds.hpp"
#include "lull/trace/otf2/records/record_reader.hpp"
#include "lull/trace/otf2/records/reference_map.hpp"

namespace lull::otf2 {

// `Kind` is one of event_fields. `origin` is added to times that are written.
template <class Kind>
struct FieldCodec;

namespace event_fields = lull::event_fields;

template <class Number, auto kRead>
struct NumberCodec {
  using Argument = Number;
  static Number read(RecordReader& record) { return (record.*kRead)(); }
  static Number to_event(Number number, const ReferenceMaps& /*maps*/) { return number; }
  static Number to_otf2(Number number, std::uint64_t /*origin*/) { return number; }
};
template <>
struct FieldCodec<event_fields::U8> : NumberCodec<std::uint8_t, &RecordReader::u8> {};
template <>
struct FieldCodec<event_fields::U32> : NumberCodec<std::uint32_t, &RecordReader::u32> {};
template <>
struct FieldCodec<event_fields::U64> : NumberCodec<std::uint64_t, &RecordReader::u64> {};
template <>
struct FieldCodec<event_fields::I64> : NumberCodec<std::int64_t, &RecordReader::i64> {};

template <>
struct FieldCodec<event_fields::Time> {
  using Argument = OTF2_TimeStamp;
  static Argument read(RecordReader& record) { return record.fixed(8); }
  static Timestamp to_event(Argument time, const ReferenceMaps& /*maps*/) {
    return Timestamp{time};
  }
  static Argument to_otf2(Timestamp time, std::uint64_t origin) { return time.ticks + origin; }
};

// Two values, one of which stands for true.
template <std::uint8_t kTrue, std::uint8_t kFalse>
struct FlagCodec {
  using Argument = std::uint8_t;
  static Argument read(RecordReader& record) { return record.u8(); }
  static bool to_event(Argument value, const ReferenceMaps& /*maps*/) { return value == kTrue; }
  static Argument to_otf2(bool value, std::uint64_t /*origin*/) { return value ? kTrue : kFalse; }
};
template <>
struct FieldCodec<event_fields::OnOff> : FlagCodec<OTF2_MEASUREMENT_ON, OTF2_MEASUREMENT_OFF> {};
template <>
struct FieldCodec<event_fields::LockType> : FlagCodec<OTF2_LOCK_SHARED, OTF2_LOCK_EXCLUSIVE> {};

// Enumerators have OTF2's values.
template <class Enum>
struct EnumCodec {
  using Argument = std::uint8_t;
  static Argument read(RecordReader& record) { return record.u8(); }
  static Enum to_event(Argument value, const ReferenceMaps& /*maps*/) {
    return static_cast<Enum>(value);
  }
  static Argument to_otf2(Enum value, std::uint64_t /*origin*/) {
    return static_cast<Argument>(value);
  }
};
template <>
struct FieldCodec<event_fields::Operation> : EnumCodec<CollectiveOperation> {};
template <>
struct FieldCodec<event_fields::Model> : EnumCodec<Paradigm> {};

template <class IdType>
IdType to_id(std::uint32_t index) {
  IdType id;
  id.value = index;
  return id;
}

// A reference to a definition: the event has its dense index, undefined if there is none.
template <class IdType, OTF2_MappingType kMapping, ReferenceMap ReferenceMaps::*kMap>
struct ReferenceCodec {
  using Argument = std::uint32_t;
  static Argument read(RecordReader& record) { return record.reference(kMapping); }
  static IdType to_event(Argument reference, const ReferenceMaps& maps) {
    return to_id<IdType>((maps.*kMap).find(reference));
  }
  static Argument to_otf2(IdType id, std::uint64_t /*origin*/) { return id.value; }
};
// clang-format off
template <> struct FieldCodec<event_fields::Region> : ReferenceCodec<RegionId, OTF2_MAPPING_REGION, &ReferenceMaps::regions> {};
template <> struct FieldCodec<event_fields::Comm> : ReferenceCodec<CommunicatorId, OTF2_MAPPING_COMM, &ReferenceMaps::communicators> {};
template <> struct FieldCodec<event_fields::Window> : ReferenceCodec<WindowId, OTF2_MAPPING_RMA_WIN, &ReferenceMaps::windows> {};
template <> struct FieldCodec<event_fields::Group> : ReferenceCodec<GroupId, OTF2_MAPPING_GROUP, &ReferenceMaps::groups> {};
template <> struct FieldCodec<event_fields::Metric> : ReferenceCodec<MetricId, OTF2_MAPPING_METRIC, &ReferenceMaps::metrics> {};
template <> struct FieldCodec<event_fields::Parameter> : ReferenceCodec<ParameterId, OTF2_MAPPING_PARAMETER, &ReferenceMaps::parameters> {};
template <> struct FieldCodec<event_fields::String> : ReferenceCodec<StringId, OTF2_MAPPING_STRING, &ReferenceMaps::strings> {};
template <> struct FieldCodec<event_fields::CallingContext> : ReferenceCodec<CallingContextId, OTF2_MAPPING_CALLING_CONTEXT, &ReferenceMaps::calling_contexts> {};
template <> struct FieldCodec<event_fields::Generator> : ReferenceCodec<InterruptGeneratorId, OTF2_MAPPING_INTERRUPT_GENERATOR, &ReferenceMaps::interrupt_generators> {};
template <> struct FieldCodec<event_fields::IoHandle> : ReferenceCodec<IoHandleId, OTF2_MAPPING_IO_HANDLE, &ReferenceMaps::io_handles> {};
template <> struct FieldCodec<event_fields::IoFile> : ReferenceCodec<IoFileId, OTF2_MAPPING_IO_FILE, &ReferenceMaps::io_files> {};
// clang-format on

// The number of an I/O paradigm, in one byte; it is the same on all locations.
template <>
struct FieldCodec<event_fields::IoParadigm> {
  using Argument = std::uint8_t;
  static Argument read(RecordReader& record) { return record.u8(); }
  static IoParadigmId to_event(Argument reference, const ReferenceMaps& maps) {
    return to_id<IoParadigmId>(maps.io_paradigms.find(reference));
  }
  static Argument to_otf2(IoParadigmId id, std::uint64_t /*origin*/) {
    return static_cast<Argument>(id.value);
  }
};

}  // namespace lull::otf2
