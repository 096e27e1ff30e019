// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Operations are posted in one order and complete in another; messages match in posting order.
// A CommitQueue takes operations as they are posted, lets each be completed or withdrawn later,
// and hands them on in posting order. An operation that never completes holds up at most
// `kPatience` later ones; then it is passed over.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

namespace lull::analysis {

template <class Operation>
class CommitQueue {
 public:
  using Ticket = std::uint64_t;
  static constexpr std::size_t kPatience = 65536;

  Ticket post(Operation operation) {
    entries_.push_back({std::move(operation), State::Open});
    return first_ + entries_.size() - 1;
  }

  // The operation while it waits here; null once it was passed over.
  Operation* find(Ticket ticket) {
    return ticket >= first_ ? &entries_[ticket - first_].operation : nullptr;
  }
  void complete(Ticket ticket) { set(ticket, State::Complete); }
  void withdraw(Ticket ticket) { set(ticket, State::Withdrawn); }

  // Calls hand_on(operation) for all that are complete up to the first that is not;
  // pass_over(operation) for one that has outstayed its time.
  template <class HandOn, class PassOver>
  void drain(HandOn hand_on, PassOver pass_over) {
    while (!entries_.empty()) {
      Entry& front = entries_.front();
      if (front.state == State::Open && entries_.size() <= kPatience) return;
      if (front.state == State::Complete) hand_on(front.operation);
      if (front.state == State::Open) pass_over(front.operation);
      entries_.pop_front();
      ++first_;
    }
  }

  // At the end of the trace: everything, complete or not.
  template <class HandOn, class PassOver>
  void flush(HandOn hand_on, PassOver pass_over) {
    for (Entry& entry : entries_) {
      if (entry.state == State::Complete) hand_on(entry.operation);
      if (entry.state == State::Open) pass_over(entry.operation);
    }
    first_ += entries_.size();
    entries_.clear();
  }

  // The oldest operation that waits here; the queue must not be empty.
  [[nodiscard]] const Operation& front() const { return entries_.front().operation; }
  [[nodiscard]] bool empty() const { return entries_.empty(); }

 private:
  enum class State : std::uint8_t { Open, Complete, Withdrawn };
  struct Entry {
    Operation operation;
    State state;
  };

  void set(Ticket ticket, State state) {
    if (ticket >= first_) entries_[ticket - first_].state = state;
  }

  std::deque<Entry> entries_;
  Ticket first_ = 0;
};

}  // namespace lull::analysis
