// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/event_encoder.hpp"

#include <array>
#include <vector>

#include "lull/trace/otf2/records/attribute_value.hpp"
#include "lull/trace/otf2/records/field_codec.hpp"

namespace lull::otf2 {
namespace {

// The arguments with which every record is written.
struct Record {
  OTF2_EvtWriter* writer;
  OTF2_AttributeList* attributes;
  OTF2_TimeStamp time;
  std::uint64_t origin;
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

#define FIELD(Kind, name) , FieldCodec<event_fields::Kind>::to_otf2(e.name, origin)
#define SPECIAL_EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS)
#define EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS)                    \
  OTF2_ErrorCode operator()([[maybe_unused]] const Name& e) const {    \
    return OTF2_EvtWriter_##Otf2Name(writer, attributes, time FIELDS); \
  }
struct Encoder : Record {
#include "lull/base/event_list.def"

  OTF2_ErrorCode operator()(const Enter& e) const {
    return OTF2_EvtWriter_Enter(writer, attributes, time, e.region.value);
  }
  OTF2_ErrorCode operator()(const Leave& e) const {
    return OTF2_EvtWriter_Leave(writer, attributes, time, e.region.value);
  }
  OTF2_ErrorCode operator()(const ProgramBegin& e) const {
    return OTF2_EvtWriter_ProgramBegin(writer, attributes, time, e.name.value, 0, nullptr);
  }
  OTF2_ErrorCode operator()(const MetricSample& e) const { return encode_metric(*this, e); }
  OTF2_ErrorCode operator()(const UnknownEvent&) const { return OTF2_SUCCESS; }  // nothing to write
};

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
  const Encoder encoder{{writer, attributes, event.time.ticks + origin, origin}};
  return std::visit(encoder, event.body);
}

}  // namespace lull::otf2
