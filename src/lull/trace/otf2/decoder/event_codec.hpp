// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// For each kind of event, the OTF2 library's callback and the decoder of its record, both made from
// its kinds of fields. A callback appends one event to the batch that is its user data.
#pragma once

#include "lull/trace/otf2/decoder/decoder_table.hpp"
#include "lull/trace/otf2/records/field_codec.hpp"

namespace lull::otf2 {

using Attributes = OTF2_AttributeList;

inline EventBatch& batch(void* user) { return *static_cast<EventBatch*>(user); }

template <class Body, class... Kinds>
OTF2_CallbackCode on_event(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t, void* user,
                           Attributes* attributes,
                           typename FieldCodec<Kinds>::Argument... arguments) {
  EventBatch& events = batch(user);
  events.add(time, attributes, Body{FieldCodec<Kinds>::to_event(arguments, events.maps())...});
  return OTF2_CALLBACK_SUCCESS;
}

// A type of record: its callback, and its fields.
template <auto kCallback, class... Kinds>
struct EventRecord {
  [[gnu::flatten]] static void decode(RecordReader& record, std::uint64_t time, EventBatch& batch,
                                      Attributes* attributes) {
    // Braces guarantee the order of evaluation.
    const std::tuple<typename FieldCodec<Kinds>::Argument...> fields{
        FieldCodec<Kinds>::read(record)...};
    if (!record.sound()) return;
    std::apply([&](auto... field) { kCallback(0, time, 0, &batch, attributes, field...); }, fields);
  }
  static void check(RecordReader& record, std::uint64_t /*time*/, EventBatch& /*batch*/,
                    Attributes* /*attributes*/) {
    static_cast<void>(
        std::tuple<typename FieldCodec<Kinds>::Argument...>{FieldCodec<Kinds>::read(record)...});
  }
};

// These set the callbacks for the events of the list except the special ones, for the special ones,
// and for records from older versions of OTF2.
void set_listed_callbacks(OTF2_EvtReaderCallbacks* callbacks, const EventSelection& selection);
void set_special_callbacks(OTF2_EvtReaderCallbacks* callbacks, const EventSelection& selection);
void set_older_callbacks(OTF2_EvtReaderCallbacks* callbacks, const EventSelection& selection);

}  // namespace lull::otf2
