// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads a trace of a given kind and size. growth_test.py counts the instructions.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "lull/trace/global/global_definitions.hpp"
#include "lull/trace/global/global_trace.hpp"
#include "lull/trace/local/local_trace.hpp"
#include "lull/trace/source/memory_trace.hpp"
#include "lull/trace/summary/summary.hpp"
#include "support/definition_builder.hpp"

namespace lull {
namespace {

using support::DefinitionBuilder;
using Trace = std::unique_ptr<MemoryTrace>;

Trace trace_with(std::size_t processes) {
  auto trace = std::make_unique<MemoryTrace>();
  DefinitionBuilder(trace->definitions_table, std::vector<std::uint32_t>(processes, 1));
  trace->events.resize(trace->definitions_table.location_count());
  auto& regions = trace->definitions_table.regions;
  for (const char* const name : {"main", "MPI_Call"}) regions.emplace_back().name = name;
  regions[1].paradigm = Paradigm::Mpi;
  return trace;
}
const CommunicatorId kWorld(0);
const RegionId kMain(0);
const RegionId kCall(1);

void add(MemoryTrace& trace, std::size_t location, std::uint64_t time, const EventBody& body) {
  trace.events[location].push_back({Timestamp{time}, body, nullptr});
}

// Walks through the whole trace without bookmarks, whose number falls as states grow.
void walk(Trace trace) {
  GlobalTrace global(std::move(trace), {.history = 1 << 10, .bookmark_distance = 1 << 20});
  std::printf("%zu events\n", static_cast<std::size_t>(global.size()));
}

// Messages that are never received, and the same number of received messages.
void unmatched(std::uint64_t n) {
  Trace trace = trace_with(2);
  for (std::uint64_t i = 0; i < n; ++i) {
    add(*trace, 0, 10 * i, MpiSend{1, kWorld, 99, 8});
    add(*trace, 0, 10 * i + 1, MpiSend{1, kWorld, 0, 8});
    add(*trace, 1, 10 * i + 5, MpiRecv{0, kWorld, 0, 8});
  }
  walk(std::move(trace));
}

// Tags that are used once.
void channels(std::uint64_t n) {
  Trace trace = trace_with(2);
  for (std::uint64_t i = 0; i < n; ++i) {
    add(*trace, 0, 10 * i, MpiSend{1, kWorld, static_cast<std::uint32_t>(i), 8});
    add(*trace, 1, 10 * i + 5, MpiRecv{0, kWorld, static_cast<std::uint32_t>(i), 8});
  }
  walk(std::move(trace));
}

// Requests of one channel that complete in the reverse order.
void overtaking(std::uint64_t n) {
  Trace trace = trace_with(2);
  for (std::uint64_t i = 0; i < n; ++i) {
    add(*trace, 0, i, MpiSend{1, kWorld, 0, 8});
    add(*trace, 1, i, MpiIrecvRequest{i});
  }
  for (std::uint64_t i = n; i-- > 0;) add(*trace, 1, 3 * n - i, MpiIrecv{0, kWorld, 0, 8, i});
  walk(std::move(trace));
}

// A request that never completes, and receives after it.
void open_request(std::uint64_t n) {
  Trace trace = trace_with(2);
  add(*trace, 1, 0, MpiIrecvRequest{n});
  for (std::uint64_t i = 0; i < n; ++i) {
    add(*trace, 0, 10 * i, MpiSend{1, kWorld, 0, 8});
    add(*trace, 1, 10 * i + 1, MpiIrecvRequest{i});
    add(*trace, 1, 10 * i + 5, MpiIrecv{0, kWorld, 0, 8, i});
  }
  walk(std::move(trace));
}

// According to its clock, every process receives before anything is sent.
void early(std::uint64_t n) {
  Trace trace = trace_with(n + 1);
  for (std::uint64_t i = 1; i <= n; ++i) {
    add(*trace, i, i, MpiRecv{0, kWorld, 0, 8});
    add(*trace, 0, 2 * n + i, MpiSend{static_cast<std::uint32_t>(i), kWorld, 0, 8});
  }
  walk(std::move(trace));
}

// All events happen at the same time.
void equal_times(std::uint64_t n) {
  Trace trace = trace_with(n);
  for (std::uint64_t i = 0; i < n; ++i)
    for (int times = 0; times < 4; ++times) {
      add(*trace, i, 7, Enter{kMain});
      add(*trace, i, 7, Leave{kMain});
    }
  walk(std::move(trace));
}

// Threads that begin work for a team before it is forked, and acquire one lock in turn, all at one
// time.
void waiting_threads(std::uint64_t n) {
  Trace trace = trace_with(1);
  Definitions& all = trace->definitions_table;
  all.locations.resize(n, all.locations[0]);
  trace->events.resize(n);
  for (std::size_t i = 1; i < n; ++i) all.processes[0].locations.emplace_back(i);
  Group& group = all.groups.emplace_back();
  group.type = GroupType::CommGroup;
  for (std::size_t i = n; i-- > 0;) group.locations.emplace_back(i);  // the last one forks
  all.communicators.emplace_back().group = GroupId(all.groups.size() - 1);
  const CommunicatorId team(all.communicators.size() - 1);
  add(*trace, n - 1, 5, ThreadFork{Paradigm::OpenMp, 2});
  for (std::uint64_t i = 0; i < n; ++i) {
    add(*trace, i, 5, ThreadTeamBegin{team});
    add(*trace, i, 5, ThreadAcquireLock{Paradigm::OpenMp, 1, 1});
    add(*trace, i, 5, Enter{kMain});
    add(*trace, i, 5, Leave{kMain});
    add(*trace, i, 5, ThreadReleaseLock{Paradigm::OpenMp, 1, 1});
    add(*trace, i, 5, ThreadTeamEnd{team});
  }
  walk(std::move(trace));
}

// Locks of a window at many ranks, requested and released.
void window_locks(std::uint64_t n) {
  Trace trace = trace_with(2);
  trace->definitions_table.windows.push_back({"window", kWorld});
  const WindowId window(0);
  for (std::uint32_t i = 0; i < n; ++i) add(*trace, 0, i, RmaRequestLock{window, i, 0, true});
  for (std::uint32_t i = 0; i < n; ++i) add(*trace, 0, n + i, RmaReleaseLock{window, i, 0});
  walk(std::move(trace));
}

// Messages between the two sides of a large inter-communicator.
void intercommunicator(std::uint64_t n) {
  Trace trace = trace_with(2 * n);
  Definitions& all = trace->definitions_table;
  for (std::size_t side = 0; side < 2; ++side) {
    Group& group = all.groups.emplace_back();
    group.type = GroupType::CommGroup;
    for (std::size_t i = 0; i < n; ++i) group.locations.emplace_back(side * n + i);
  }
  Communicator& bridge = all.communicators.emplace_back();
  bridge.kind = CommunicatorKind::Inter;
  bridge.group = GroupId(all.groups.size() - 2);
  bridge.remote_group = GroupId(all.groups.size() - 1);
  const CommunicatorId id(all.communicators.size() - 1);
  for (std::uint32_t i = 0; i < n; ++i) {
    add(*trace, i, 10, MpiSend{i, id, 0, 8});
    add(*trace, n + i, 20, MpiRecv{i, id, 0, 8});
  }
  walk(std::move(trace));
}

// Deep calls with leaves of regions that are not open.
Trace deep_and_stray(std::uint64_t n) {
  Trace trace = trace_with(1);
  for (std::uint64_t i = 0; i < n; ++i) add(*trace, 0, i, Enter{kMain});
  for (std::uint64_t i = 0; i < n; ++i) add(*trace, 0, n + i, Leave{kCall});
  return trace;
}
void stray_global(std::uint64_t n) { walk(deep_and_stray(n)); }
void stray_summary(std::uint64_t n) {
  const Trace trace = deep_and_stray(n);
  std::printf("%zu\n", find_defects(trace->definitions(), summarize(*trace)).size());
}

template <class Storage>
void stray_local(std::uint64_t n) {
  const Trace trace = deep_and_stray(n);
  CallTree tree;
  const LocalTrace local(*trace, LocationId(0), tree, Storage{});
  std::printf("%zu\n", static_cast<std::size_t>(local.size()));
}

// One region with many calls in it.
Trace wide(std::uint64_t n, std::uint64_t callees) {
  Trace trace = trace_with(1);
  trace->definitions_table.regions.resize(2 + callees);
  add(*trace, 0, 0, Enter{kMain});
  for (std::uint64_t i = 0; i < n; ++i) {
    add(*trace, 0, 3 * i + 1, Enter{RegionId(2 + i % callees)});
    add(*trace, 0, 3 * i + 2, Leave{RegionId(2 + i % callees)});
  }
  add(*trace, 0, 3 * n + 1, Leave{kMain});
  return trace;
}

void wide_call_tree(std::uint64_t n) {
  const Trace trace = wide(n, n);
  GlobalDefinitions definitions(*trace);
  definitions.rebuild_call_tree();
  std::printf("%zu\n", definitions.call_tree().size());
}

// A jump in compressed storage costs the same everywhere, but not little.
constexpr std::uint64_t kSome = 16;

template <class Storage>
void links_local(std::uint64_t n) {
  const Trace trace = wide(n, 3);
  CallTree tree;
  const LocalTrace local(*trace, LocationId(0), tree, Storage{});
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < local.size(); i += kSome) {
    auto enter = local.at(i);
    enter.to_enter();
    auto leave = local.at(i);
    leave.to_leave();
    sum += enter.position() + leave.position();
  }
  std::printf("%zu\n", static_cast<std::size_t>(sum));
}

// Operations that complete long after they were posted, or never.
template <class Storage>
void partners_local(std::uint64_t n) {
  const Trace trace = trace_with(1);
  for (std::uint64_t i = 0; i < 2 * n; ++i) add(*trace, 0, i, MpiIrecvRequest{i});
  for (std::uint64_t i = 0; i < n; ++i) add(*trace, 0, 2 * n + i, MpiIrecv{0, kWorld, 0, 8, i});
  CallTree tree;
  const LocalTrace local(*trace, LocationId(0), tree, Storage{});
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < local.size(); i += kSome)
    sum += local.partner(local.at(i)).position();
  std::printf("%zu\n", static_cast<std::size_t>(sum));
}

const std::map<std::string, void (*)(std::uint64_t)> kCases{
    {"unmatched", unmatched},
    {"channels", channels},
    {"overtaking", overtaking},
    {"open_request", open_request},
    {"early", early},
    {"equal_times", equal_times},
    {"waiting_threads", waiting_threads},
    {"window_locks", window_locks},
    {"intercommunicator", intercommunicator},
    {"stray_global", stray_global},
    {"stray_summary", stray_summary},
    {"stray_linear", stray_local<LocalTrace::Linear>},
    {"stray_compressed", stray_local<LocalTrace::Compressed>},
    {"wide_call_tree", wide_call_tree},
    {"links_linear", links_local<LocalTrace::Linear>},
    {"links_compressed", links_local<LocalTrace::Compressed>},
    {"partners_linear", partners_local<LocalTrace::Linear>},
    {"partners_compressed", partners_local<LocalTrace::Compressed>},
};

}  // namespace
}  // namespace lull

// Without arguments, prints the names of the cases.
int main(int argc, char** argv) {
  if (argc < 2) {
    for (const auto& [name, run] : lull::kCases) std::puts(name.c_str());
    return 0;
  }
  const auto found = lull::kCases.find(argv[1]);
  if (argc != 3 || found == lull::kCases.end()) {
    std::fputs("usage: growth [CASE NUMBER]\n", stderr);
    return 2;
  }
  found->second(std::strtoull(argv[2], nullptr, 10));
  return 0;
}
