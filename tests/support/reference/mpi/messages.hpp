// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The messages of a trace: every send joined with the receive that took it.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "support/reference/trace_model.hpp"

namespace lull::reference {

struct Send {
  EventRef event;
  InstanceId call;        // holds the send event; undefined: outside of all regions
  InstanceId completion;  // in which the send completes; the call itself when it blocks; undefined
                          // when the trace never says
  LocationId receiver;    // undefined where the archive names none
  CommunicatorId communicator;
  std::uint32_t tag = 0;
  std::uint64_t length = 0;
  Timestamp time;
  Timestamp enter;  // of the call
};

struct Receive {
  EventRef event;
  InstanceId completion;  // holds the receive event
  LocationId sender;      // undefined where the archive names none
  CommunicatorId communicator;
  std::uint32_t tag = 0;
  std::uint64_t length = 0;
  Timestamp time;
  Timestamp enter;         // of the call that posted it; of the call itself when it blocks
  std::size_t posted = 0;  // when that was, among all that happens in the process
};

struct Message {
  std::size_t send = 0;
  std::size_t receive = 0;
};

struct MessageTraffic {
  std::vector<Send> sends;        // a process's in the order of its events
  std::vector<Receive> receives;  // likewise, so in order of completion
  std::vector<Message> messages;  // by receiving process, in the order in which its calls ended
  std::vector<std::size_t> unmatched_sends;
  std::vector<std::size_t> unmatched_receives;
};

// Messages overtake nobody: per (sending process, receiving process, communicator, tag) the n-th
// send posted meets the n-th receive posted. Calls that receive one message without a request,
// MPI_Recv and MPI_Sendrecv, post it when they are entered; whatever else they hold is posted where
// it is recorded, as are all sends. A send that was cancelled is there for receives that end before
// the call is left in which that is recorded, and for no others.
[[nodiscard]] MessageTraffic match_messages(const TraceModel& model);

}  // namespace lull::reference
