// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Who took part in a compound event: asked for when one of its members is charged with a severity
// that is among the worst so far, so that its time lines can be shown. Each type of compound event
// that matchers publish has a function describe(); more special ones need none, as they are
// published while the matcher's event is.
#pragma once

#include <vector>

#include "lull/analysis/compound_event.hpp"

namespace lull::analysis {

struct Transfer {
  LocationId sender;
  Timestamp sent;
  LocationId receiver;
  Timestamp received;
};

struct Participants {
  static constexpr std::size_t kMost = 16;  // of an event with more, those that matter most

  std::vector<LocationId> locations;
  std::vector<Transfer> messages;
  // Of an operation whose other members may be known elsewhere only.
  CommunicatorId communicator;
  bool everybody = false;  // MPI_Init and MPI_Finalize, which have no communicator

  void add(LocationId location);
  void add(const Message& message);
};

void describe(const ReceiveCall& call, Participants& participants);
void describe(const SendCall& call, Participants& participants);
void describe(const Collective& collective, Participants& participants);
void describe(const ThreadBarrier& barrier, Participants& participants);
void describe(const LockHandover& handover, Participants& participants);
void describe(const ParallelRegion& region, Participants& participants);

}  // namespace lull::analysis
