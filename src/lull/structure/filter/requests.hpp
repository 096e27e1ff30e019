// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Collects the records of a process's requests from start to completion. A reused number refers to
// the newer request, as in PostingOrder.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/structure/filter/unit.hpp"

namespace lull::structure {

enum class RequestKind : std::uint8_t { Send, Receive, Collective };

struct RequestRecords {
  RequestKind kind = RequestKind::Send;
  bool numbered = false;       // a send with a receiver, so it is numbered
  std::uint64_t sequence = 0;  // a collective operation's index in its process
  std::vector<Place> records;  // the first record began the request
};

class Requests {
 public:
  // Returns the older request with this number, which can no longer complete.
  std::optional<RequestRecords> begin(std::uint64_t number, RequestRecords request) {
    const auto [place, fresh] = open_.try_emplace(number, std::move(request));
    if (fresh) return std::nullopt;
    return std::exchange(place->second, std::move(request));
  }
  void test(std::uint64_t number, const Place& place) {
    if (const auto found = open_.find(number); found != open_.end())
      found->second.records.push_back(place);
  }
  // Ends a request with that event. The result is empty if there is no open request of this kind.
  std::optional<RequestRecords> end(std::uint64_t number, RequestKind kind, const Place& place) {
    const auto found = open_.find(number);
    if (found == open_.end() || found->second.kind != kind) return std::nullopt;
    RequestRecords request = std::move(found->second);
    open_.erase(found);
    request.records.push_back(place);
    return request;
  }
  // Does the same for any kind.
  std::optional<RequestRecords> cancel(std::uint64_t number, const Place& place) {
    const auto found = open_.find(number);
    return found == open_.end() ? std::nullopt : end(number, found->second.kind, place);
  }
  // Passes on all open requests, at the end of the trace.
  template <class Use>
  void finish(Use&& use) {
    for (auto& [number, request] : open_) use(std::move(request));
    open_.clear();
  }

 private:
  std::unordered_map<std::uint64_t, RequestRecords> open_;
};

}  // namespace lull::structure
