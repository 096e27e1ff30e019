// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// State of a Replay that is fixed before it begins: which rank has which traces, and which messages
// and collective operations are complete.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "lull/parallel/message_numbers.hpp"
#include "lull/parallel/replay.hpp"

namespace lull::parallel {

// An application process whose traces are on this rank.
struct LocalProcess {
  ProcessId id;
  std::vector<const LocalTrace*> threads;
  std::unique_ptr<MessageNumbers> numbers;
  // Number of messages per channel that have both ends; these have the lower numbers.
  MessageNumbers::Counts sendable;
  MessageNumbers::Counts receivable;
};

struct Replay::Parts {
  Parts(std::span<const LocalTrace> traces, const Definitions& definitions, MPI_Comm communicator);

  const Definitions& definitions;
  MPI_Comm communicator;
  std::vector<LocalProcess> processes;
  std::vector<int> owner;  // indexed by application process; kNoOwner: no rank has its traces
  // Indexed by communicator: number of complete operations, and number of members.
  std::vector<std::uint64_t> complete_collectives;
  std::vector<std::uint64_t> members;
  std::vector<std::uint64_t> local_members;  // members whose traces are here

  std::array<std::vector<OnEvent>, std::variant_size_v<EventBody>> callbacks;
  Give give_message;
  Take take_message;
  Give give_collective;
  TakeBoth take_collective;

  static constexpr int kNoOwner = -1;

  // Returns the ranks that have members of the communicator.
  [[nodiscard]] const std::vector<int>& owners_of(CommunicatorId of) const {
    return owners_of_members_[of.index()];
  }

 private:
  void sort_by_process(std::span<const LocalTrace> traces);
  void find_owners();
  void compare_counts(bool sends);
  void count_messages();
  void count_collectives();

  std::vector<std::vector<int>> owners_of_members_;  // indexed by communicator
};

}  // namespace lull::parallel
