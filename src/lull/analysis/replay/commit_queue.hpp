// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Operations are posted in one order and complete in another; messages match in posting order.
// A CommitQueue takes operations as they are posted, lets each be completed or withdrawn later,
// and hands them on in posting order. An operation that never completes holds up at most
// `patience` later ones; then it is passed over, and whoever completes it after all has to post it
// anew. One that has arrived is only waiting for its call to be left, and is never passed over.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>

namespace lull::analysis {

template <class Operation>
class CommitQueue {
 public:
  using Ticket = std::uint64_t;
  static constexpr std::size_t kPatience = 1024;

  explicit CommitQueue(std::size_t patience = kPatience) : patience_(patience) {}

  Ticket post(Operation operation) {
    entries_.push_back({std::move(operation), State::Open});
    return first_ + entries_.size() - 1;
  }

  // The operation while it waits here; null once it was passed over.
  Operation* find(Ticket ticket) {
    return ticket >= first_ ? &entries_[ticket - first_].operation : nullptr;
  }
  void arrive(Ticket ticket) { set(ticket, State::Arrived); }
  // It has to wait for long until its call is left.
  void reopen(Ticket ticket) { set(ticket, State::Open); }
  void complete(Ticket ticket) { set(ticket, State::Complete); }
  void withdraw(Ticket ticket) { set(ticket, State::Withdrawn); }

  // Calls hand_on(operation) for all that are complete up to the first that is not and has not
  // outstayed its time.
  template <class HandOn>
  void drain(HandOn hand_on) {
    while (!entries_.empty()) {
      Entry& front = entries_.front();
      if (front.state == State::Arrived) return;
      if (front.state == State::Open && entries_.size() <= patience_) return;
      if (front.state == State::Complete) hand_on(front.operation);
      entries_.pop_front();
      ++first_;
    }
  }

  // At the end of the trace: hand_on(operation) for all that are complete.
  template <class HandOn>
  void flush(HandOn hand_on) {
    for (Entry& entry : entries_)
      if (entry.state == State::Complete) hand_on(entry.operation);
    first_ += entries_.size();
    entries_.clear();
  }

  // The oldest operation that waits here; the queue must not be empty.
  [[nodiscard]] const Operation& front() const { return entries_.front().operation; }
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  enum class State : std::uint8_t { Open, Arrived, Complete, Withdrawn };
  struct Entry {
    Operation operation;
    State state;
  };

  void set(Ticket ticket, State state) {
    if (ticket >= first_) entries_[ticket - first_].state = state;
  }

  std::size_t patience_;
  std::deque<Entry> entries_;
  Ticket first_ = 0;
};

}  // namespace lull::analysis
