// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Requests of the threads of one process, from their begin to their completion, for those that
// keep their records together. A number that is used again names the newer request, as PostingOrder
// has it.
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
  bool numbered = false;       // of a send: to somebody, so that it gets a number
  std::uint64_t sequence = 0;  // of a collective operation: how-manieth of the process
  std::vector<Place> records;  // the first one has begun it
};

class Requests {
 public:
  // The older request with this number, which nothing can complete any more.
  std::optional<RequestRecords> begin(std::uint64_t number, RequestRecords request) {
    const auto [place, fresh] = open_.try_emplace(number, std::move(request));
    if (fresh) return std::nullopt;
    return std::exchange(place->second, std::move(request));
  }
  void test(std::uint64_t number, const Place& place) {
    if (const auto found = open_.find(number); found != open_.end())
      found->second.records.push_back(place);
  }
  // With that event; none if there is none of the kind.
  std::optional<RequestRecords> end(std::uint64_t number, RequestKind kind, const Place& place) {
    const auto found = open_.find(number);
    if (found == open_.end() || found->second.kind != kind) return std::nullopt;
    RequestRecords request = std::move(found->second);
    open_.erase(found);
    request.records.push_back(place);
    return request;
  }
  // The same, whatever kind it is.
  std::optional<RequestRecords> cancel(std::uint64_t number, const Place& place) {
    const auto found = open_.find(number);
    return found == open_.end() ? std::nullopt : end(number, found->second.kind, place);
  }
  // All that are open, at the end of the trace.
  template <class Use>
  void finish(Use&& use) {
    for (auto& [number, request] : open_) use(std::move(request));
    open_.clear();
  }

 private:
  std::unordered_map<std::uint64_t, RequestRecords> open_;
};

}  // namespace lull::structure
