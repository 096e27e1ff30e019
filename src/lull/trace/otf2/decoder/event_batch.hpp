// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A block of decoded events that the OTF2 library's callbacks fill, with references replaced by
// ids on the way in.
#pragma once

#include <otf2/otf2.h>

#include <memory>
#include <span>
#include <vector>

#include "lull/trace/event/event.hpp"
#include "lull/trace/event/event_packer.hpp"
#include "lull/trace/event/event_sink.hpp"
#include "lull/trace/event/kept_events.hpp"
#include "lull/trace/otf2/library/library.hpp"
#include "lull/trace/otf2/records/reference_map.hpp"

namespace lull::otf2 {

class EventBatch {
 public:
  // Small enough for the second-level cache, but large enough to amortise the calls for each batch.
  static constexpr std::size_t kCapacity = 512;

  EventBatch(const ReferenceMaps& maps, bool with_attributes)
      : maps_(maps), with_attributes_(with_attributes) {}

  // Call before events are added, and after their destination was set.
  void clear();
  // Sends events to this packer from now on; null: into the batch again.
  void pack_into(EventPacker* packer) { packer_ = packer, sink_ = nullptr; }
  // Sends events directly to this sink from now on, without attributes.
  void feed(EventSink& sink) { sink_ = &sink, packer_ = nullptr; }
  [[nodiscard]] std::span<const Event> events() const { return {kept_.room.data(), size_}; }
  // Moves the events after the first `skipped` into `kept`, and continues with the buffers that
  // `kept` had.
  void swap(KeptEvents& kept, std::size_t skipped);
  [[nodiscard]] const ReferenceMaps& maps() const { return maps_; }

  [[nodiscard]] bool with_attributes() const { return with_attributes_; }

  template <class Body>
  void add(OTF2_TimeStamp time, const OTF2_AttributeList* attributes, Body body) {
    add(time, body);
    if (!with_attributes_ || sink_ != nullptr) return;
    const AttributeList* const kept = keep(attributes);
    if (packer_ == nullptr)
      kept_.room[size_ - 1].attributes = kept;
    else if (kept != nullptr)
      packer_->attach(*kept);
  }
  template <class Body>
  void add(OTF2_TimeStamp time, Body body) {
    if (sink_ != nullptr) {
      if constexpr (EventSink::kAsItIs<Body>)
        return sink_->on(Timestamp{time}, body);
      else
        return sink_->on(Event{Timestamp{time}, body, nullptr});
    }
    if (packer_ != nullptr) return packer_->pack(Timestamp{time}, body);
    Event& event = kept_.room[size_++];
    event.time = Timestamp{time};
    event.body.emplace<Body>(body);
    event.attributes = nullptr;
  }

  // Copies metric values into the batch.
  std::span<const Value> keep(const OTF2_Type* types, const OTF2_MetricValue* values,
                              std::size_t count);

 private:
  const AttributeList* keep(const OTF2_AttributeList* attributes);

  const ReferenceMaps& maps_;
  bool with_attributes_;
  EventPacker* packer_ = nullptr;
  EventSink* sink_ = nullptr;
  KeptEvents kept_;  // used unless events go elsewhere
  std::size_t size_ = 0;
};

using EventCallbacks = std::unique_ptr<OTF2_EvtReaderCallbacks, EventCallbacksDeleter>;

// Callbacks for the selected kinds; their user data is the EventBatch.
[[nodiscard]] EventCallbacks make_event_callbacks(const EventSelection& selection);

}  // namespace lull::otf2
