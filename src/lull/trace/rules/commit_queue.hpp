// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Operations are posted in one order and complete in another; messages match in posting order. A
// CommitQueue takes operations as they are posted, lets each be completed or withdrawn later, and
// hands them on in posting order. An operation that never completes holds up at most `patience`
// complete ones, and 16 times as many withdrawn ones; then it is passed over, and if it completes
// after all, it has to be posted again. An operation that has arrived is only waiting for its call
// to be left, and is never passed over. The number of open operations depends on the code that
// posts them.
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

  // Adds an operation, for the caller to fill in: it still has the values of an earlier one.
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

  // Returns the operation while it is in the queue; null once it was passed over. Valid until the
  // next post().
  Operation* find(Ticket ticket) { return ticket >= first_ ? &entry(ticket).operation : nullptr; }
  void arrive(Ticket ticket) { set(ticket, State::Arrived); }
  // Call if it will take long until the operation's call is left.
  void reopen(Ticket ticket) { set(ticket, State::Open); }
  void complete(Ticket ticket) { set(ticket, State::Complete); }
  void withdraw(Ticket ticket) { set(ticket, State::Withdrawn); }

  // Calls hand_on(operation) for all complete operations, up to the first one that still has to be
  // waited for.
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

  // At the end of the trace: calls hand_on(operation) for all complete operations.
  template <class HandOn>
  void flush(HandOn hand_on) {
    for (; first_ < end_; ++first_)
      if (entry(first_).state == State::Complete) hand_on(entry(first_).operation);
    complete_ = withdrawn_ = 0;
  }

  // Does the same for all operations that are not withdrawn.
  template <class HandOn>
  void flush_all(HandOn hand_on) {
    for (Ticket ticket = first_; ticket < end_; ++ticket)
      if (entry(ticket).state != State::Withdrawn) complete(ticket);
    flush(hand_on);
  }

  // Returns the oldest operation in the queue, which must not be empty.
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
  std::vector<Entry> entries_ = std::vector<Entry>(1);  // their number is a power of two
  Ticket first_ = 0;
  Ticket end_ = 0;
  std::size_t complete_ = 0;  // number of complete operations in the queue
  std::size_t withdrawn_ = 0;
};

}  // namespace lull
