// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Prints each message that a blocking receive waited for: walks through all events of a trace in
// time order, and from each receive back to its send. Receives with requests (MpiIrecv) are omitted
// here; late_sender_replay.cpp has them.
#include <cstdio>
#include <exception>

#include "lull/clock/corrected_trace.hpp"
#include "lull/trace/global/global_trace.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

static void look_at(lull::GlobalTrace& trace, const lull::GlobalEvent& receive) {
  if (receive.match == lull::kNoEvent || receive.enter == lull::kNoEvent) return;
  const lull::GlobalEvent send = trace.event(receive.match);
  const lull::GlobalEvent call = trace.event(receive.enter);
  const lull::GlobalEvent sending_call =
      send.enter == lull::kNoEvent ? send : trace.event(send.enter);
  const lull::Duration idle = sending_call.time() - call.time();
  if (idle.ticks <= 0) return;
  const lull::Definitions& definitions = trace.definitions();
  const lull::RegionId region = trace.call_tree()[call.node].region;
  std::printf("location %u waited %.9f s for location %u in %s; %zu messages were on their way\n",
              receive.location.value, definitions.seconds(idle), send.location.value,
              region.defined() ? definitions.regions[region.index()].name.c_str() : "?",
              trace.state(receive.index).messages_to(receive.location).size());
}

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: late_senders ARCHIVE\n");
    return 2;
  }
  try {
    lull::GlobalTrace trace(lull::on_one_clock(lull::open_archive(argv[1])));
    for (lull::EventIndex i = 0; trace.has(i); ++i) {
      const lull::GlobalEvent event = trace.event(i);
      if (event.get_if<lull::MpiRecv>() != nullptr) look_at(trace, event);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "late_senders: %s\n", error.what());
    return 1;
  }
}
