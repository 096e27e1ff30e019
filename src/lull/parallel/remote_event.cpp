// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/remote_event.hpp"

#include "lull/trace/event/event_coding.hpp"

namespace lull::parallel {

RemoteEvent::RemoteEvent(const LocalTrace& trace, const LocalTrace::iterator& event)
    : location_(trace.location()),
      position_(event.position()),
      node_(event.node()),
      event_{event->time, event->body, nullptr} {
  if (auto* const sample = std::get_if<MetricSample>(&event_.body)) {
    values_ = std::make_shared<std::vector<Value>>(sample->values.begin(), sample->values.end());
    sample->values = *values_;
  }
}

void RemoteEvent::pack(Packer& packer) const {
  packer.put(location_);
  packer.put(position_);
  packer.put(node_);
  Bytes event(EventEncoder::room_for(event_) + EventEncoder::kTouched);
  event.resize(static_cast<std::size_t>(EventEncoder().write(event_, event.data()) - event.data()) +
               EventEncoder::kTouched);
  packer.put_list<std::byte>(event);
}

RemoteEvent RemoteEvent::unpack(Unpacker& unpacker) {
  RemoteEvent event;
  event.location_ = unpacker.get<LocationId>();
  event.position_ = unpacker.get<std::uint64_t>();
  event.node_ = unpacker.get<CallNodeId>();
  const auto bytes = unpacker.get_list<std::byte>();
  std::vector<std::vector<Value>> values;
  EventDecoder().read(bytes.data(), event.event_, values);
  if (auto* const sample = std::get_if<MetricSample>(&event.event_.body); sample != nullptr) {
    event.values_ = std::make_shared<std::vector<Value>>(std::move(values.front()));
    sample->values = *event.values_;
  }
  return event;
}

}  // namespace lull::parallel
