// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Counts for tests of random traces.
#pragma once

#include <array>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "lull/trace/source/memory_trace.hpp"

namespace lull::support {

using Channel = std::tuple<LocationId, LocationId, CommunicatorId, std::uint32_t>;

struct Half {
  Timestamp time;
  std::uint64_t bytes = 0;
};

// The data gathered from a trace.
struct Survey {
  std::map<Channel, std::vector<Half>> sends;     // in posting order
  std::map<Channel, std::vector<Half>> receives;  // in posting order; time of completion
  std::map<CommunicatorId, std::map<LocationId, std::vector<CollectiveOperation>>> collectives;
  std::size_t open_requests = 0;
  std::array<std::size_t, std::variant_size_v<EventBody>> counts{};
};

// Gathers one location's events.
class Surveyor {
 public:
  Surveyor(const MemoryTrace& trace, LocationId self, Survey& survey)
      : definitions_(trace.definitions()), self_(self), survey_(survey) {
    for (const Event& event : trace.events[self.index()]) {
      ++survey.counts[event.body.index()];
      time_ = event.time;
      std::visit(*this, event.body);
    }
    for (const auto& [channel, half] : receives_) survey.receives[channel].push_back(half);
  }

  void operator()(const MpiSend& e) { sent(e); }
  void operator()(const MpiIsend& e) {
    ++survey_.open_requests;
    sent(e);
  }
  void operator()(const MpiRecv& e) { receives_.push_back(received(e)); }
  void operator()(const MpiIrecvRequest& e) {
    ++survey_.open_requests;
    posted_[e.request] = receives_.size();
    receives_.emplace_back();
  }
  void operator()(const MpiIrecv& e) {
    --survey_.open_requests;
    receives_.at(posted_.at(e.request)) = received(e);
  }
  void operator()(const MpiIsendComplete&) { --survey_.open_requests; }
  void operator()(const NonBlockingCollectiveRequest&) { ++survey_.open_requests; }
  void operator()(const NonBlockingCollectiveComplete&) { --survey_.open_requests; }
  void operator()(const MpiCollectiveEnd& e) {
    survey_.collectives[e.communicator][self_].push_back(e.operation);
  }
  void operator()(const auto&) {}

 private:
  void sent(const auto& e) {
    const LocationId to = definitions_.location_of(e.communicator, e.receiver, self_);
    survey_.sends[{self_, to, e.communicator, e.tag}].push_back({time_, e.length});
  }
  std::pair<Channel, Half> received(const auto& e) const {
    const LocationId from = definitions_.location_of(e.communicator, e.sender, self_);
    return {{from, self_, e.communicator, e.tag}, {time_, e.length}};
  }

  const Definitions& definitions_;
  LocationId self_;
  Survey& survey_;
  Timestamp time_;
  std::map<std::uint64_t, std::size_t> posted_;  // request → index in the receives
  std::vector<std::pair<Channel, Half>> receives_;
};

inline Survey survey_of(const MemoryTrace& trace) {
  Survey survey;
  for (std::size_t i = 0; i < trace.events.size(); ++i) Surveyor(trace, LocationId(i), survey);
  return survey;
}

}  // namespace lull::support
