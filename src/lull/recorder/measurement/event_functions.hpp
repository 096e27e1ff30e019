// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The functions that record events: they have the names and parameters of OTF2's functions, but
// write to an EventWriter. The fields of a record are the parameters, in order.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>

#include "lull/recorder/measurement/event_writer.hpp"

namespace lull::recorder {

// Signed numbers have no undefined value.
struct Signed64 {
  static constexpr std::size_t kMost = Number64::kMost;
  std::int64_t value;
  [[nodiscard]] char* write(char* to) const {
    const auto number = static_cast<std::uint64_t>(value);
    if (value != -1) return Number64{number}.write(to);
    *to = sizeof number;
    return Fixed{number}.write(to + 1);
  }
};

// How each kind of field is written.
namespace event_fields {
using U8 = Byte;
using OnOff = Byte;
using LockType = Byte;
using Operation = Byte;
using Model = Byte;
using IoParadigm = Byte;
using U32 = Number32;
using Region = Number32;
using Comm = Number32;
using Window = Number32;
using Group = Number32;
using Parameter = Number32;
using String = Number32;
using CallingContext = Number32;
using Generator = Number32;
using IoHandle = Number32;
using IoFile = Number32;
using U64 = Number64;
using I64 = Signed64;
using Time = Fixed;
}  // namespace event_fields

template <class Signature, std::uint8_t kType, class... Fields>
struct Event;
template <std::uint8_t kType, class... Fields, class... Values>
struct Event<OTF2_ErrorCode(OTF2_EvtWriter*, OTF2_AttributeList*, OTF2_TimeStamp, Values...), kType,
             Fields...> {
  static void write(EventWriter* writer, OTF2_AttributeList* attributes, OTF2_TimeStamp time,
                    Values... values) {
    writer->write(kType, attributes, time, Fields{values}...);
  }
};

#define FIELD(Kind, name) , event_fields::Kind
#define SPECIAL_EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS)
#define EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS)  \
  inline constexpr auto* OTF2_EvtWriter_##Otf2Name = \
      &Event<decltype(::OTF2_EvtWriter_##Otf2Name), RECORD FIELDS>::write;
#include "lull/base/event_list.def"

// Does not change the writer's open regions.
inline void OTF2_EvtWriter_Metric(EventWriter* writer, OTF2_AttributeList* attributes,
                                  OTF2_TimeStamp time, OTF2_MetricRef metric, std::uint8_t count,
                                  const OTF2_Type* types, const OTF2_MetricValue* values) {
  writer->write_metric(attributes, time, metric, count, types, values);
}

}  // namespace lull::recorder
