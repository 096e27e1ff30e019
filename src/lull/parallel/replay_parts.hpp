// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What a Replay knows before it begins: whose traces are where, and which messages and collective
// operations have all their ends in the traces.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "lull/parallel/message_numbers.hpp"
#include "lull/parallel/replay.hpp"

namespace lull::parallel {

// One process of the program whose traces are here.
struct LocalProcess {
  ProcessId id;
  std::vector<const LocalTrace*> threads;
  std::unique_ptr<MessageNumbers> numbers;
  // How many messages of a channel have both ends, by channel: those with lower numbers.
  MessageNumbers::Counts sendable;
  MessageNumbers::Counts receivable;
};

struct Replay::Parts {
  Parts(std::span<const LocalTrace> traces, const Definitions& definitions, MPI_Comm communicator);

  const Definitions& definitions;
  MPI_Comm communicator;
  std::vector<LocalProcess> processes;
  std::vector<int> owner;  // by process of the program; kNobody: its traces are nowhere
  // By communicator: how many operations all members have taken part in, and how many members.
  std::vector<std::uint64_t> complete_collectives;
  std::vector<std::uint64_t> members;
  std::vector<std::uint64_t> local_members;  // those whose traces are here

  std::array<std::vector<OnEvent>, std::variant_size_v<EventBody>> callbacks;
  Give give_message;
  Take take_message;
  Give give_collective;
  TakeBoth take_collective;

  static constexpr int kNobody = -1;

  // The processes of the replay that have members of the communicator.
  [[nodiscard]] const std::vector<int>& owners_of(CommunicatorId of) const {
    return owners_of_members_[of.index()];
  }

 private:
  void sort_by_process(std::span<const LocalTrace> traces);
  void find_owners();
  void compare_counts(bool sends);
  void count_messages();
  void count_collectives();

  std::vector<std::vector<int>> owners_of_members_;  // by communicator
};

}  // namespace lull::parallel
