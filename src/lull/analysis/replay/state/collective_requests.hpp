// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The non-blocking collective operations of a process, in the order in which it began them. The
// trace names an operation's communicator when the operation completes; its number within the
// communicator is known when all operations begun earlier have completed, or at once if the
// communicator is an attribute of the event that begins it. An operation that stays open while
// kPatience others begin is lost, and so are all later operations without that attribute, as their
// numbers are unknown.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/events/operations.hpp"
#include "lull/base/memory/fifo.hpp"

namespace lull::analysis {

class CollectiveRequests {
 public:
  static constexpr std::uint64_t kPatience = 16384;
  using Number = std::uint64_t;

  struct Entry {
    enum class State : std::uint8_t {
      Open,
      Completed,  // in a call that is open
      Done,       // the call has been left
      Posted,     // or not to be posted
      Lost
    };
    State state = State::Open;
    bool matters = false;  // it has a member to post
    bool numbered = false;
    bool names_communicator = false;
    bool begun_left = false;  // the call that began it has been left
    std::uint64_t id = 0;
    CallInstance begun;
    CollectiveMember member;
    CollectiveCompletion completion;
  };

  // Adds an operation begun in the call; `communicator` undefined: not known. Returns how many
  // operations are lost as a result.
  std::uint64_t begin(std::uint64_t id, const CallInstance& call, CommunicatorId communicator);
  [[nodiscard]] Number last() const { return first_ + entries_.size() - 1; }
  // Returns the open operation and marks it Completed; null if there is none.
  Entry* complete(std::uint64_t id);
  [[nodiscard]] Number number_of(const Entry& entry) const { return entry.member.sequence; }
  // Returns null when it is over.
  Entry* find(Number number) {
    return number < first_ || number - first_ >= entries_.size() ? nullptr
                                                                 : &entries_[number - first_];
  }
  // The call in which it was completed is left at `end`.
  void leave(Number number, Timestamp end);
  // Assigns numbers to completed operations until the first whose number is not known.
  void give_numbers();
  // Posts the operations with their completions.
  void post(Outbox& outbox);
  // Call at the end of the trace. Returns the number of operations never completed.
  std::uint64_t finish(Outbox& outbox);
  // Number of numbered operations, by communicator.
  [[nodiscard]] const std::unordered_map<CommunicatorId, std::uint64_t>& operations() const {
    return operations_;
  }

 private:
  void lose(Entry& entry);
  void number(Entry& entry);
  void forget_over();

  Fifo<Entry> entries_;
  Number first_ = 0;     // the first number in entries_
  Number settled_ = 0;   // all earlier ones are numbered or lost
  bool adrift_ = false;  // an operation was lost
  std::vector<Number> ready_;
  std::unordered_map<std::uint64_t, Number> open_;                // by request id
  std::unordered_map<CommunicatorId, std::uint64_t> operations_;  // counted by communicator
};

}  // namespace lull::analysis
