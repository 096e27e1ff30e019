// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Operations are posted in one order and complete in another; messages match in posting order.
// A CommitQueue takes operations as they are posted, lets each be completed or withdrawn later,
// and hands them on in posting order. An operation that never completes holds up at most
// `patience` complete ones, and 16 times as many withdrawn ones; then it is passed over, and
// whoever completes it after all has to post it anew. One that has arrived is only waiting for its
// call to be left, and is never passed over. How many are open at a time is up to who posts them.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lull {

template <class Operation>
class CommitQueue {
 public:
  using Ticket = std::uint64_t;
  static constexpr std::size_t kPatience = 1024;

  explicit CommitQueue(std::size_t patience = kPatience) : patience_(patience) {}

  // Its operation has the values of some earlier one, and is to be filled in.
  Ticket post() {
    if (size() == entries_.size()) [[unlikely]]
      grow();
    entry(end_).state = State::Open;
    return end_++;
  }
  Ticket post(const Operation& operation) {
    const Ticket ticket = post();
    entry(ticket).operation = operation;
    return ticket;
  }

  // The operation while it waits here; null once it was passed over. Valid until the next post().
  Operation* find(Ticket ticket) { return ticket >= first_ ? &entry(ticket).operation : nullptr; }
  void arrive(Ticket ticket) { set(ticket, State::Arrived); }
  // It has to wait for long until its call is left.
  void reopen(Ticket ticket) { set(ticket, State::Open); }
  void complete(Ticket ticket) { set(ticket, State::Complete); }
  void withdraw(Ticket ticket) { set(ticket, State::Withdrawn); }

  // Calls hand_on(operation) for all that are complete up to the first that is not and has not
  // outstayed its time.
  template <class HandOn>
  void drain(HandOn hand_on) {
    for (; first_ < end_; ++first_) {
      const Entry& front = entry(first_);
      if (front.state == State::Arrived) return;
      if (front.state == State::Open && complete_ < patience_ && withdrawn_ < 16 * patience_)
        return;
      if (front.state == State::Withdrawn) --withdrawn_;
      if (front.state != State::Complete) continue;
      --complete_;
      hand_on(front.operation);
    }
  }

  // At the end of the trace: hand_on(operation) for all that are complete.
  template <class HandOn>
  void flush(HandOn hand_on) {
    for (; first_ < end_; ++first_)
      if (entry(first_).state == State::Complete) hand_on(entry(first_).operation);
    complete_ = withdrawn_ = 0;
  }

  // The same for all that are not withdrawn.
  template <class HandOn>
  void flush_all(HandOn hand_on) {
    for (Ticket ticket = first_; ticket < end_; ++ticket)
      if (entry(ticket).state != State::Withdrawn) complete(ticket);
    flush(hand_on);
  }

  // The oldest operation that waits here; the queue must not be empty.
  [[nodiscard]] const Operation& front() const {
    assert(!empty());
    return entries_[first_ & (entries_.size() - 1)].operation;
  }
  [[nodiscard]] bool empty() const { return first_ == end_; }
  [[nodiscard]] std::size_t size() const { return end_ - first_; }

 private:
  enum class State : std::uint8_t { Open, Arrived, Complete, Withdrawn };
  struct Entry {
    Operation operation;
    State state;
  };

  Entry& entry(Ticket ticket) {
    assert(ticket < end_ || size() < entries_.size());
    return entries_[ticket & (entries_.size() - 1)];
  }
  void set(Ticket ticket, State state) {
    if (ticket < first_) return;
    State& known = entry(ticket).state;
    if (known == State::Complete) --complete_;
    if (known == State::Withdrawn) --withdrawn_;
    if (state == State::Complete) ++complete_;
    if (state == State::Withdrawn) ++withdrawn_;
    known = state;
  }
  [[gnu::noinline]] void grow() {
    std::vector<Entry> larger(2 * entries_.size());
    for (Ticket ticket = first_; ticket < end_; ++ticket)
      larger[ticket & (larger.size() - 1)] = std::move(entry(ticket));
    entries_ = std::move(larger);
  }

  std::size_t patience_;
  std::vector<Entry> entries_ = std::vector<Entry>(1);  // a power of two of them
  Ticket first_ = 0;
  Ticket end_ = 0;
  std::size_t complete_ = 0;  // of those that wait here
  std::size_t withdrawn_ = 0;
};

}  // namespace lull
