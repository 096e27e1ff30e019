// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The collective operations of one process as units: the n-th operation of a series on one member
// matches the n-th on the other members. Non-blocking operations are numbered in the order in which
// they began.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "lull/structure/filter/requests.hpp"
#include "lull/structure/filter/unit.hpp"
#include "lull/trace/definitions/peers.hpp"

namespace lull::structure {

class CollectiveUnits {
 public:
  // `definitions` must outlive this object.
  CollectiveUnits(const Definitions& definitions, const Peers& peers,
                  std::span<const LocationId> locations, UseUnit use);

  void look_at(const Place& place, const EventBody& body);
  void finish();

 private:
  // A non-blocking operation that has begun.
  struct Requested {
    bool over = false;  // it has completed, or never will
    std::optional<CollectiveSeries> series{};
    std::vector<Place> records{};
  };
  struct Thread {
    std::optional<Place> begin;         // start of the open operation
    std::optional<Place> window_begin;  // start of the open operation on a window
  };

  template <class End>
  void end_blocking(const Place& place, const End& body);
  void end_on_window(const Place& place, const RmaCollectiveEnd& body);
  void begin_request(const Place& place, std::uint64_t number);
  void end_request(const Place& place, const NonBlockingCollectiveComplete& body);
  // Gives up a request that nothing can complete.
  void give_up(const RequestRecords& request);
  void number_requested();
  // The result is empty if the process is the only member.
  [[nodiscard]] std::optional<CollectiveSeries> series_of(const Place& place,
                                                          CommunicatorId communicator,
                                                          CollectiveOperation operation,
                                                          bool requested);
  void use(const std::optional<CollectiveSeries>& series, std::span<const Place> records);

  const Definitions& definitions_;
  std::vector<LocationId> locations_;
  UseUnit use_;
  Peers peers_;
  std::vector<Thread> threads_;
  Requests requests_;
  std::deque<Requested> requested_;  // begins with the first one that is not over
  std::uint64_t first_requested_ = 0;
  std::unordered_map<CollectiveSeries, std::uint64_t, CollectiveSeries::Hash> counts_;
};

}  // namespace lull::structure
