// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/filter/message_units.hpp"

#include <utility>

namespace lull::structure {

MessageUnits::MessageUnits(const Definitions& definitions, const Peers& peers,
                           std::span<const LocationId> locations, UseUnit use)
    : locations_(locations.begin(), locations.end()),
      use_(std::move(use)),
      peers_(peers),
      order_(definitions, locations, peers),
      selection_(PostingOrder::selection(locations.size()) | select_events<MpiRequestTest>()) {}

void MessageUnits::look_at(const Place& place, const EventBody& body) {
  if (!selection_[body.index()]) return;
  follow(place, body);
  order_.look_at(place.thread, place.position, body);
  use_numbered();
}

void MessageUnits::follow(const Place& place, const EventBody& body) {
  if (const auto* isend = std::get_if<MpiIsend>(&body)) {
    const LocationId self = locations_[place.thread];
    // PostingOrder ignores requests for sends without a receiver.
    if (peers_.process(isend->communicator, isend->receiver, self).defined())
      begin(isend->request, {RequestKind::Send, true, 0, {place}});
  } else if (const auto* complete = std::get_if<MpiIsendComplete>(&body)) {
    if (auto request = requests_.end(complete->request, RequestKind::Send, place))
      close(std::move(*request));
  } else if (const auto* posted = std::get_if<MpiIrecvRequest>(&body)) {
    begin(posted->request, {RequestKind::Receive, false, 0, {place}});
  } else if (const auto* irecv = std::get_if<MpiIrecv>(&body)) {
    auto request = requests_.end(irecv->request, RequestKind::Receive, place);
    if (!request) return;
    if (peers_.process(irecv->communicator, irecv->sender, locations_[place.thread]).defined())
      await_number(place, std::move(*request));
    else
      use_alone(*request);
  } else if (const auto* test = std::get_if<MpiRequestTest>(&body)) {
    requests_.test(test->request, place);
  } else if (const auto* cancelled = std::get_if<MpiRequestCancelled>(&body)) {
    if (const auto request = requests_.cancel(cancelled->request, place)) use_alone(*request);
  }
}

void MessageUnits::begin(std::uint64_t number, RequestRecords request) {
  if (auto older = requests_.begin(number, std::move(request))) close(std::move(*older));
}

void MessageUnits::await_number(Place named, RequestRecords request) {
  awaiting_[named] = std::move(request.records);
}

void MessageUnits::use_alone(const RequestRecords& request) {
  Unit unit;
  unit.records = request.records;
  use_(unit);
}

void MessageUnits::close(RequestRecords request) {
  if (!request.numbered) return use_alone(request);
  const Place begun = request.records.front();
  await_number(begun, std::move(request));
}

void MessageUnits::use_numbered() {
  for (const PostingOrder::Operation& send : order_.sends()) use_numbered(send, Unit::Kind::Send);
  for (const PostingOrder::Operation& receive : order_.receives())
    use_numbered(receive, Unit::Kind::Receive);
}

void MessageUnits::use_numbered(const PostingOrder::Operation& operation, Unit::Kind kind) {
  const Place place{operation.thread, operation.place};
  Unit unit;
  unit.kind = kind;
  unit.channel = operation.channel;
  unit.number = operation.number;
  unit.records = {&place, 1};
  const auto found = awaiting_.empty() ? awaiting_.end() : awaiting_.find(place);
  if (found != awaiting_.end()) unit.records = found->second;
  use_(unit);
  if (found != awaiting_.end()) awaiting_.erase(found);
}

void MessageUnits::finish() {
  requests_.finish([this](RequestRecords request) { close(std::move(request)); });
  order_.finish();
  use_numbered();
}

}  // namespace lull::structure
