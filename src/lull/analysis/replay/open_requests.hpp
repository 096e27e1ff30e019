// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The requests of a process that are posted and not completed. A request that stays open while
// kPatience others are posted is given up, so that memory stays bounded however many a program
// forgets. Amortised constant time for each call.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "lull/analysis/matching/numbered_ring.hpp"
#include "lull/analysis/matching/reused_map.hpp"
#include "lull/analysis/operations.hpp"

namespace lull::analysis {

struct OpenRequest {
  bool send = false;
  std::uint64_t ticket = 0;   // of its operation in the queue of sends or receives, if it is there
  std::uint64_t request = 0;  // of a send: SendOperation::request
  std::uint64_t number = 0;   // of a send: SendOperation::number
  Channel channel;            // of a send
  CallInstance posted;        // of a receive: the call that posted it
};

class OpenRequests {
 public:
  static constexpr std::uint64_t kPatience = 16384;

  // `give_up(request)` for those that are not open any more by that: one that had the same
  // identifier, and one that was open for too long.
  template <class GiveUp>
  void add(std::uint64_t id, const OpenRequest& request, GiveUp give_up) {
    if (const auto same = take(id)) give_up(*same);
    const std::uint64_t number = next_++;
    numbers_[id].value = number;
    requests_[number] = {request, id, true};
    for (; oldest_ + kPatience < next_; ++oldest_) {
      Entry& overdue = requests_[oldest_];
      if (overdue.open) give_up(close(overdue));
      requests_.finish(oldest_);
    }
  }
  // Null when it is not open. Valid until the next call.
  [[nodiscard]] const OpenRequest* find(std::uint64_t id) {
    const Number* const number = numbers_.find(id);
    return number == nullptr ? nullptr : &requests_[number->value].request;
  }
  // The request, which is not open any more; none when it was not.
  std::optional<OpenRequest> take(std::uint64_t id) {
    const Number* const number = numbers_.find(id);
    if (number == nullptr) return std::nullopt;
    const OpenRequest request = close(requests_[number->value]);
    for (; oldest_ < next_ && !requests_[oldest_].open; ++oldest_) requests_.finish(oldest_);
    return request;
  }
  // At the end of the trace: give_up(request) for all, in the order of posting.
  template <class GiveUp>
  void give_up_all(GiveUp give_up) {
    for (; oldest_ < next_; ++oldest_) {
      Entry& entry = requests_[oldest_];
      if (entry.open) give_up(close(entry));
      requests_.finish(oldest_);
    }
  }

 private:
  struct Entry {
    OpenRequest request;
    std::uint64_t id = 0;
    bool open = false;
    void clear() { open = false; }
  };
  struct Number {
    std::uint64_t value = 0;
    void clear() {}
  };

  OpenRequest close(Entry& entry) {
    numbers_.erase(entry.id);
    entry.open = false;
    return entry.request;
  }

  ReusedMap<std::uint64_t, Number, std::hash<std::uint64_t>> numbers_;  // by identifier
  NumberedRing<Entry> requests_;
  std::uint64_t oldest_ = 0;  // all before are done
  std::uint64_t next_ = 0;
};

}  // namespace lull::analysis
