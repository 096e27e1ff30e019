// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Walks a trace from start to end through GlobalTrace like a search for late senders in wrong order
// (at each receive: the stack, the send and its call, the queue of messages), then jumps to random
// events. Prints rates and the peak memory.
//
// usage: lull-bench-global-trace ARCHIVE [JUMPS]
#include "lull/trace/global/global_trace.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <random>

#include "lull/trace/otf2/archive_reader.hpp"

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

long peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

struct Found {
  std::uint64_t receives = 0;
  std::uint64_t late_senders = 0;
  std::uint64_t wrong_orders = 0;
};

void look_at(lull::GlobalTrace& trace, const lull::GlobalEvent& event, Found& found) {
  if (event.get_if<lull::MpiRecv>() == nullptr && event.get_if<lull::MpiIrecv>() == nullptr) return;
  ++found.receives;
  const lull::EventIndex sent = event.match;
  const lull::TraceState& state = trace.state(event.index);
  const auto stack = state.stack(event.location);
  if (sent == lull::kNoEvent || stack.empty()) return;
  const auto queue = state.messages_to(event.location);
  const bool older = !queue.empty() && queue.front().send < sent;
  const lull::Timestamp waits_since = stack.back().time;
  const lull::EventIndex call = trace.find(sent)->enter;
  const bool late = call != lull::kNoEvent && trace.find(call)->time() > waits_since;
  found.late_senders += late ? 1 : 0;
  found.wrong_orders += late && older ? 1 : 0;
}

void run(const char* path, std::uint64_t jumps) {
  lull::GlobalTrace trace(lull::open_archive(path));
  const auto start = Clock::now();
  Found found;
  lull::EventIndex events = 0;
  for (; const lull::GlobalEvent* event = trace.find(events); ++events)
    look_at(trace, *event, found);
  const double walked = seconds_since(start);
  fmt::print(
      "walk: {} events in {:.2f} s, {:.2f} M events/s; {} receives, {} late senders, {} in "
      "wrong order; peak {} MB\n",
      events, walked, static_cast<double>(events) / walked / 1e6, found.receives,
      found.late_senders, found.wrong_orders, peak_megabytes());
  std::mt19937_64 random(1);
  const auto again = Clock::now();
  std::uint64_t depth = 0;
  for (std::uint64_t i = 0; i < jumps; ++i) {
    const lull::GlobalEvent event = trace.event(random() % events);
    depth += trace.state(event.index).stack(event.location).size();
  }
  const double jumped = seconds_since(again);
  fmt::print("jumps: {} in {:.2f} s, {:.2f} ms each (mean depth {:.1f}); peak {} MB\n", jumps,
             jumped, jumped / static_cast<double>(jumps) * 1e3,
             static_cast<double>(depth) / static_cast<double>(jumps), peak_megabytes());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: lull-bench-global-trace ARCHIVE [JUMPS]\n");
    return 2;
  }
  try {
    run(argv[1], argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 10'000);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lull-bench-global-trace: {}\n", error.what());
    return 1;
  }
}
