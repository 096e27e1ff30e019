// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Special events: Enter and Leave, which have to be fast; a metric, which has a list of values; the
// start of a program, whose arguments are not kept.
#include <array>

#include "lull/trace/otf2/decoder/event_codec.hpp"

namespace lull::otf2 {
namespace {

using RegionCodec = FieldCodec<event_fields::Region>;

template <class Body>
[[gnu::noinline]] OTF2_CallbackCode add_in_any_case(OTF2_TimeStamp time, void* user,
                                                    Attributes* attributes, OTF2_RegionRef r) {
  batch(user).add(time, attributes, Body{RegionCodec::to_event(r, batch(user).maps())});
  return OTF2_CALLBACK_SUCCESS;
}
// Enter and Leave, most of the events of most traces.
template <class Body>
OTF2_CallbackCode on_enter_or_leave(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                    Attributes* attributes, OTF2_RegionRef r) {
  EventBatch& events = batch(user);
  const RegionId region = to_id<RegionId>(events.maps().regions.find_direct(r));
  if (!region.defined() || events.with_attributes()) [[unlikely]]
    return add_in_any_case<Body>(time, user, attributes, r);
  events.add(time, Body{region});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_program_begin(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                   Attributes* attributes, OTF2_StringRef name, uint32_t,
                                   const OTF2_StringRef*) {
  batch(user).add(time, attributes,
                  ProgramBegin{to_id<StringId>(batch(user).maps().strings.find(name))});
  return OTF2_CALLBACK_SUCCESS;
}

// Its arguments are not kept.
struct ProgramBeginRecord {
  static std::uint32_t read(RecordReader& record) {
    const std::uint32_t name = record.reference(OTF2_MAPPING_STRING);
    const std::uint32_t count = record.u32();
    for (std::uint32_t i = 0; i < count && record.sound(); ++i) record.u32();
    return name;
  }
  static void decode(RecordReader& record, std::uint64_t time, EventBatch& batch,
                     Attributes* attributes) {
    const std::uint32_t name = read(record);
    if (record.sound()) on_program_begin(0, time, 0, &batch, attributes, name, 0, nullptr);
  }
  static void check(RecordReader& record, std::uint64_t, EventBatch&, Attributes*) { read(record); }
};

OTF2_CallbackCode on_metric(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                            Attributes* attributes, OTF2_MetricRef metric, uint8_t count,
                            const OTF2_Type* types, const OTF2_MetricValue* values) {
  batch(user).add(time, attributes,
                  MetricSample{to_id<MetricId>(batch(user).maps().metrics.find(metric)),
                               batch(user).keep(types, values, count)});
  return OTF2_CALLBACK_SUCCESS;
}

struct MetricRecord {
  static constexpr std::size_t kMost = 255;
  std::array<OTF2_Type, kMost> types;
  std::array<OTF2_MetricValue, kMost> values;

  static void decode(RecordReader& record, std::uint64_t time, EventBatch& batch,
                     Attributes* attributes) {
    MetricRecord of;
    const std::uint32_t metric = record.reference(OTF2_MAPPING_METRIC);
    const std::uint8_t count = of.read_values(record);
    if (record.sound())
      on_metric(0, time, 0, &batch, attributes, metric, count, of.types.data(), of.values.data());
  }
  static void check(RecordReader& record, std::uint64_t, EventBatch&, Attributes*) {
    record.u32();
    MetricRecord().read_values(record);
  }

 private:
  std::uint8_t read_values(RecordReader& record) {
    const std::uint8_t count = record.u8();
    for (std::size_t i = 0; i < count && record.sound(); ++i) {
      types[i] = record.u8();
      values[i].unsigned_int = record.u64();
    }
    return count;
  }
};

}  // namespace

void set_special_callbacks(OTF2_EvtReaderCallbacks* callbacks, const EventSelection& selection) {
  if (selection.test(kEventKind<Enter>))
    OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, on_enter_or_leave<Enter>);
  if (selection.test(kEventKind<Leave>))
    OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks, on_enter_or_leave<Leave>);
  if (selection.test(kEventKind<MetricSample>))
    OTF2_EvtReaderCallbacks_SetMetricCallback(callbacks, on_metric);
  if (selection.test(kEventKind<ProgramBegin>))
    OTF2_EvtReaderCallbacks_SetProgramBeginCallback(callbacks, on_program_begin);
}

void set_special_decoders(DecoderTable& table, const EventSelection& selection) {
  table.set<Enter>(selection, 12, EventRecord<on_enter_or_leave<Enter>, event_fields::Region>{});
  table.set<Leave>(selection, 13, EventRecord<on_enter_or_leave<Leave>, event_fields::Region>{});
  table.set<MetricSample>(selection, 31, MetricRecord{});
  table.set<ProgramBegin>(selection, 83, ProgramBeginRecord{});
}

}  // namespace lull::otf2
