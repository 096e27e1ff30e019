// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The non-blocking collective operations of a process, in the order in which it began them. The
// trace names the communicator of one when it completes; which operation of the communicator it is,
// is known when all that were begun before have completed, too, or at once where the communicator
// is an attribute of the beginning. One that stays open while kPatience others are begun is lost,
// and with it, as nobody knows whose number it had, all that were begun later without that
// attribute.
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
      Posted,     // or nobody's concern
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

  // Begun in the call; `communicator` undefined: not known. The number of what is lost by that.
  std::uint64_t begin(std::uint64_t id, const CallInstance& call, CommunicatorId communicator);
  [[nodiscard]] Number last() const { return first_ + entries_.size() - 1; }
  // The open one, which is Completed from now on; null when there is none.
  Entry* complete(std::uint64_t id);
  [[nodiscard]] Number number_of(const Entry& entry) const { return entry.member.sequence; }
  // Null once it is over.
  Entry* find(Number number) {
    return number < first_ || number - first_ >= entries_.size() ? nullptr
                                                                 : &entries_[number - first_];
  }
  // The call in which it was completed is left, at `end`.
  void leave(Number number, Timestamp end);
  // Gives their numbers to those that are done, as far as these are known.
  void give_numbers();
  // Posts them, with the completions that they have been given.
  void post(Outbox& outbox);
  // At the end of the trace; how many were never completed.
  std::uint64_t finish(Outbox& outbox);
  // How many operations have got their numbers, by communicator.
  [[nodiscard]] const std::unordered_map<CommunicatorId, std::uint64_t>& operations() const {
    return operations_;
  }

 private:
  void lose(Entry& entry);
  void number(Entry& entry);
  void forget_over();

  Fifo<Entry> entries_;
  Number first_ = 0;     // of entries_
  Number settled_ = 0;   // all before are numbered, or lost
  bool adrift_ = false;  // one was lost
  std::vector<Number> ready_;
  std::unordered_map<std::uint64_t, Number> open_;                // by the request's identifier
  std::unordered_map<CommunicatorId, std::uint64_t> operations_;  // so far
};

}  // namespace lull::analysis
