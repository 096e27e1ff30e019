// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/rules/posting_order.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace lull {
namespace {

// A send counts even if it never completes: only its request is given up.
constexpr std::size_t kPatienceForSends = std::size_t{1} << 40;

std::size_t patience_for_receives(std::size_t threads) {
  constexpr std::size_t kPatience = CommitQueue<PostingOrder::Operation>::kPatience;
  return threads < 2 ? kPatience : 16 * kPatience;  // a thread may be blocked for a long time
}

}  // namespace

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

PostingOrder::Ticket PostingOrder::Queue::post() {
  const Ticket ticket = posted.post();
  Posted& fresh = *posted.find(ticket);
  fresh.any = false;
  fresh.others.clear();
  return ticket;
}

PostingOrder::Ticket PostingOrder::Queue::add(Ticket ticket, const Operation& operation) {
  if (posted.find(ticket) == nullptr) ticket = post();
  posted.find(ticket)->add(operation);
  return ticket;
}

// A call that received nothing does not hold up other operations.
void PostingOrder::Queue::close(Ticket ticket) {
  const Posted* const done = posted.find(ticket);
  if (done != nullptr && done->any)
    posted.complete(ticket);
  else
    posted.withdraw(ticket);
}

void PostingOrder::Queue::give_number(Operation operation) {
  operation.number = counts[operation.channel]++;
  numbered.push_back(operation);
}

void PostingOrder::Queue::give_numbers(const Posted& done) {
  if (done.any) give_number(done.first);
  for (const Operation& operation : done.others) give_number(operation);
}

void PostingOrder::Queue::drain() {
  posted.drain([this](const Posted& done) { give_numbers(done); });
}

void PostingOrder::Queue::flush() {
  posted.flush_all([this](const Posted& done) { give_numbers(done); });
}

PostingOrder::PostingOrder(const Definitions& definitions, std::span<const LocationId> locations,
                           const Peers& peers)
    : peers_(peers),
      locations_(locations.begin(), locations.end()),
      sends_(kPatienceForSends),
      receives_(patience_for_receives(locations.size())),
      requests_(locations.size() > 1) {
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
    if (const Request* const request = requests_.take(complete->request, true))
      sends_.posted.complete(request->ticket);
  } else if (const auto* received = std::get_if<MpiRecv>(&body)) {
    receive(thread, place, *received);
  } else if (const auto* posted = std::get_if<MpiIrecvRequest>(&body)) {
    post_request(posted->request, {receives_.post(), false});
  } else if (const auto* irecv = std::get_if<MpiIrecv>(&body)) {
    receive(thread, place, *irecv);
  } else if (const auto* cancelled = std::get_if<MpiRequestCancelled>(&body)) {
    if (const Request* const request = requests_.take(cancelled->request))
      (request->send ? sends_ : receives_).posted.withdraw(request->ticket);
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
    if (frame.ticket != kNoTicket) receives_.close(frame.ticket);
  };
  regions_[thread].follow(body, open, close);
}

template <class Send>
void PostingOrder::send(std::size_t thread, std::uint64_t place, const Send& body) {
  const LocationId self = locations_[thread];
  const ProcessId receiver = peers_.process(body.communicator, body.receiver, self);
  if (!receiver.defined()) return;
  const Ticket ticket = sends_.post();
  sends_.add(ticket,
             {{peers_.process_of(self), receiver, body.communicator, body.tag}, 0, thread, place});
  if constexpr (requires { body.request; })
    post_request(body.request, {ticket, true});
  else
    sends_.posted.complete(ticket);
}

template <class Receive>
void PostingOrder::receive(std::size_t thread, std::uint64_t place, const Receive& body) {
  Ticket ticket = kNoTicket;
  bool call = false;  // whether it is a call, which may receive more
  if constexpr (requires { body.request; }) {
    if (const Request* const request = requests_.take(body.request, false))
      ticket = request->ticket;
  } else if (!regions_.empty() && !regions_[thread].empty()) {
    ticket = regions_[thread].top().ticket;
    call = ticket != kNoTicket;
  }
  if (ticket == kNoTicket) ticket = receives_.post();
  const LocationId self = locations_[thread];
  const ProcessId sender = peers_.process(body.communicator, body.sender, self);
  if (sender.defined())
    ticket = receives_.add(
        ticket, {{sender, peers_.process_of(self), body.communicator, body.tag}, 0, thread, place});
  if (call)
    regions_[thread].top().ticket = ticket;
  else
    receives_.posted.complete(ticket);
}

void PostingOrder::post_request(std::uint64_t request, const Request& posted) {
  requests_.add(request, posted, [this](const Request& older) { give_up(older); });
}

// It can no longer complete. A send counts nevertheless.
void PostingOrder::give_up(const Request& request) {
  if (request.send)
    sends_.posted.complete(request.ticket);
  else
    receives_.posted.withdraw(request.ticket);
}

}  // namespace lull
