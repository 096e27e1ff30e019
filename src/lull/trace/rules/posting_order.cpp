// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/rules/posting_order.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace lull {

bool is_mpi_call(const Region& region) {
  if (region.paradigm == Paradigm::Mpi) return true;
  if (region.paradigm != Paradigm::Unknown && region.paradigm != Paradigm::User) return false;
  const std::string_view name = region.name;
  const auto begins_with = [name](std::string_view prefix) {
    return name.size() > prefix.size() &&
           std::equal(prefix.begin(), prefix.end(), name.begin(), [](char wanted, char c) {
             return wanted == std::tolower(static_cast<unsigned char>(c));
           });
  };
  return begins_with("mpi_") || begins_with("pmpi_");
}

void PostingOrder::Posted::add(const Operation& operation) {
  if (any)
    others.push_back(operation);
  else
    first = operation;
  any = true;
}

void PostingOrder::Posted::withdraw() {
  any = open = false;
  others.clear();
}

PostingOrder::Ticket PostingOrder::Queue::post() {
  posted.emplace_back();
  return begin + posted.size() - 1;
}

void PostingOrder::Queue::drain() {
  const auto give_number = [this](Operation& operation) {
    operation.number = counts[operation.channel]++;
    numbered.push_back(operation);
  };
  for (; !posted.empty() && !posted.front().open; posted.pop_front(), ++begin) {
    Posted& front = posted.front();
    if (front.any) give_number(front.first);
    for (Operation& operation : front.others) give_number(operation);
  }
}

void PostingOrder::Queue::flush() {
  for (Posted& each : posted) each.open = false;
  drain();
}

PostingOrder::PostingOrder(const Definitions& definitions, std::span<const LocationId> locations,
                           const Peers& peers)
    : peers_(peers), locations_(locations.begin(), locations.end()) {
  if (locations.size() < 2) return;
  for (const Region& region : definitions.regions) is_mpi_.push_back(is_mpi_call(region));
  regions_.assign(locations.size(), OpenRegions<Frame>(definitions));
}

EventSelection PostingOrder::selection(std::size_t locations) {
  const auto messages = select_events<MpiSend, MpiIsend, MpiIsendComplete, MpiRecv, MpiIrecvRequest,
                                      MpiIrecv, MpiRequestCancelled>();
  return locations < 2 ? messages : messages | select_region_events();
}

void PostingOrder::look_at(std::size_t thread, std::uint64_t place, const EventBody& body) {
  sends_.numbered.clear();
  receives_.numbered.clear();
  if (const auto* sent = std::get_if<MpiSend>(&body)) {
    send(thread, place, *sent);
  } else if (const auto* isend = std::get_if<MpiIsend>(&body)) {
    send(thread, place, *isend);
  } else if (const auto* complete = std::get_if<MpiIsendComplete>(&body)) {
    if (const Request request = take_request(complete->request, true); request.ticket != kNoTicket)
      sends_[request.ticket].open = false;
  } else if (const auto* received = std::get_if<MpiRecv>(&body)) {
    receive(thread, place, *received);
  } else if (const auto* posted = std::get_if<MpiIrecvRequest>(&body)) {
    post_request(posted->request, {receives_.post(), false});
  } else if (const auto* irecv = std::get_if<MpiIrecv>(&body)) {
    receive(thread, place, *irecv);
  } else if (const auto* cancelled = std::get_if<MpiRequestCancelled>(&body)) {
    if (const auto found = requests_.find(cancelled->request); found != requests_.end()) {
      (found->second.send ? sends_ : receives_)[found->second.ticket].withdraw();
      requests_.erase(found);
    }
  } else if (!regions_.empty()) {
    follow(thread, body);
  }
  sends_.drain();
  receives_.drain();
}

void PostingOrder::finish() {
  sends_.numbered.clear();
  receives_.numbered.clear();
  sends_.flush();
  receives_.flush();
}

void PostingOrder::follow(std::size_t thread, const EventBody& body) {
  const auto open = [&](RegionId region) {
    const bool mpi = region.index() < is_mpi_.size() && is_mpi_[region.index()];
    return Frame{region, mpi ? receives_.post() : kNoTicket};
  };
  const auto close = [&](const Frame& frame) {
    if (frame.ticket != kNoTicket) receives_[frame.ticket].open = false;
  };
  regions_[thread].follow(body, open, close);
}

template <class Send>
void PostingOrder::send(std::size_t thread, std::uint64_t place, const Send& body) {
  const LocationId self = locations_[thread];
  const ProcessId receiver = peers_.process(body.communicator, body.receiver, self);
  if (!receiver.defined()) return;
  const Ticket ticket = sends_.post();
  sends_[ticket].add(
      {{peers_.process_of(self), receiver, body.communicator, body.tag}, 0, thread, place});
  if constexpr (requires { body.request; })
    post_request(body.request, {ticket, true});
  else
    sends_[ticket].open = false;
}

template <class Receive>
void PostingOrder::receive(std::size_t thread, std::uint64_t place, const Receive& body) {
  constexpr bool kRequested = requires { body.request; };
  Ticket ticket = kNoTicket;
  bool call = false;  // the call may receive more
  if constexpr (kRequested) {
    ticket = take_request(body.request, false).ticket;
  } else if (!regions_.empty() && !regions_[thread].empty()) {
    ticket = regions_[thread].top().ticket;
    call = ticket != kNoTicket;
  }
  if (ticket == kNoTicket) ticket = receives_.post();
  Posted& posted = receives_[ticket];
  const LocationId self = locations_[thread];
  const ProcessId sender = peers_.process(body.communicator, body.sender, self);
  if (sender.defined())
    posted.add({{sender, peers_.process_of(self), body.communicator, body.tag}, 0, thread, place});
  if (!call) posted.open = false;
}

// A reused number refers to the newer request only: nothing can complete the older one.
void PostingOrder::post_request(std::uint64_t request, const Request& posted) {
  const auto [place, fresh] = requests_.try_emplace(request, posted);
  if (fresh) return;
  const Request older = std::exchange(place->second, posted);
  (older.send ? sends_ : receives_)[older.ticket].open = false;
}

PostingOrder::Request PostingOrder::take_request(std::uint64_t request, bool send) {
  const auto found = requests_.find(request);
  if (found == requests_.end() || found->second.send != send) return {};
  const Request taken = found->second;
  requests_.erase(found);
  return taken;
}

}  // namespace lull
