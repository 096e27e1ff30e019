// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The messages of one process as units: PostingOrder identifies each message; its records are
// collected from the request on. Memory: messages that PostingOrder has not numbered yet.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "lull/structure/filter/requests.hpp"
#include "lull/structure/filter/unit.hpp"
#include "lull/trace/rules/posting_order.hpp"

namespace lull::structure {

class MessageUnits {
 public:
  // `definitions` must outlive this object.
  MessageUnits(const Definitions& definitions, const Peers& peers,
               std::span<const LocationId> locations, UseUnit use);

  void look_at(const Place& place, const EventBody& body);
  void finish();

 private:
  struct PlaceHash {
    std::size_t operator()(const Place& place) const noexcept {
      return (place.position ^ std::uint64_t{place.thread} << 48U) * 0x9E3779B97F4A7C15ull;
    }
  };

  void follow(const Place& place, const EventBody& body);
  void begin(std::uint64_t number, RequestRecords request);
  // Keeps a request's records until PostingOrder numbers the message at place `named`.
  void await_number(Place named, RequestRecords request);
  void use_alone(const RequestRecords& request);
  // Closes a request that gets no more events: a send is numbered now or later, a receive never.
  void close(RequestRecords request);
  void use_numbered();
  void use_numbered(const PostingOrder::Operation& operation, Unit::Kind kind);

  std::vector<LocationId> locations_;
  UseUnit use_;
  Peers peers_;
  PostingOrder order_;
  EventSelection selection_;
  Requests requests_;
  std::unordered_map<Place, std::vector<Place>, PlaceHash> awaiting_;
};

}  // namespace lull::structure
