// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The messages of a trace: every send with its matching receive.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "support/reference/trace_model.hpp"

namespace lull::reference {

struct Send {
  EventRef event;
  InstanceId call;        // the call with the send event; undefined: outside any region
  InstanceId completion;  // the call in which the send completes, or the blocking call itself;
                          // undefined if the trace does not contain it
  LocationId receiver;    // undefined if the archive names none
  CommunicatorId communicator;
  std::uint32_t tag = 0;
  std::uint64_t length = 0;
  Timestamp time;
  Timestamp enter;  // the call's
};

struct Receive {
  EventRef event;
  InstanceId completion;  // the call with the receive event
  LocationId sender;      // undefined if the archive names none
  CommunicatorId communicator;
  std::uint32_t tag = 0;
  std::uint64_t length = 0;
  Timestamp time;
  Timestamp enter;         // the posting call's; for a blocking call, its own
  std::size_t posted = 0;  // time of posting, as a step of the process
};

struct Message {
  std::size_t send = 0;
  std::size_t receive = 0;
};

struct MessageTraffic {
  std::vector<Send> sends;        // each process's, in the order of its events
  std::vector<Receive> receives;  // likewise, so in order of completion
  std::vector<Message> messages;  // by receiving process, in the order in which its calls ended
  std::vector<std::size_t> unmatched_sends;
  std::vector<std::size_t> unmatched_receives;
};

// Messages do not overtake: per (sending process, receiving process, communicator, tag) the n-th
// send posted matches the n-th receive posted. Calls that receive one message without a request,
// MPI_Recv and MPI_Sendrecv, post it on entry; all other receives in them, and all sends, are
// posted where they are recorded. A cancelled send exists only for receives that end before the
// end of the call in which the cancellation is recorded.
[[nodiscard]] MessageTraffic match_messages(const TraceModel& model);

}  // namespace lull::reference
