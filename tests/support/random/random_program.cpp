// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/random/random_program.hpp"

#include <fmt/format.h>

#include "support/random/random_damage.hpp"

namespace lull::support {
namespace {

constexpr std::size_t kDeepest = 5;  // open user functions

std::vector<std::uint32_t> random_threads(std::uint64_t seed, const RandomTraceOptions& options) {
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> threads(options.processes, 1);
  for (std::uint32_t& count : threads)
    count = 1 + static_cast<std::uint32_t>(random() % options.threads);
  return threads;
}

}  // namespace

RandomProgram::RandomProgram(std::uint64_t seed, const RandomTraceOptions& options,
                             MemoryTrace& trace)
    : options_(options),
      trace_(trace),
      random_(seed),
      threads_(random_threads(seed, options)),
      builder_(trace.definitions_table, threads_),
      pending_(options.processes),
      next_request_(options.processes, 1),
      names_communicators_(chance(50)) {
  define();
}

void RandomProgram::define() {
  std::vector<Rank> all(options_.processes);
  for (Rank rank = 0; rank < options_.processes; ++rank) all[rank] = rank;
  comms_.push_back({builder_.world(), all});
  if (options_.sub_communicators)
    for (int i = 0; i < 3; ++i) {
      std::vector<Rank> members = all;
      std::ranges::shuffle(members, random_);
      members.resize(1 + below(options_.processes));
      comms_.push_back({builder_.communicator(fmt::format("part {}", i), members), members});
    }
  if (options_.grids) define_grids();
  if (options_.shmem) define_pe_sets();
  if (options_.empty_definitions) define_empty_things();
  const std::size_t locations = trace_.definitions_table.locations.size();
  clocks_.resize(locations);
  trace_.events.resize(locations);
}

void RandomProgram::define_grids() {
  for (const Comm& comm : comms_) {
    const auto size = static_cast<std::uint32_t>(comm.members.size());
    if (size < 4 || chance(30)) continue;
    const auto dimension = [&](std::uint32_t length) {
      return Topology::Dimension{"", length, chance(40)};
    };
    std::vector<Topology::Dimension> dimensions{dimension(size >= 8 ? size / 4 : size / 2),
                                                dimension(2)};
    if (size >= 8) dimensions.push_back(dimension(2));
    if (chance(30)) dimensions.insert(dimensions.begin(), dimension(1));
    builder_.topology("grid", comm.id, std::move(dimensions));
  }
}

void RandomProgram::define_empty_things() {
  Definitions& definitions = trace_.definitions_table;
  (void)builder_.communicator("nobody", {});
  Process empty;
  empty.name = "recorded nothing";
  definitions.processes.push_back(empty);
  for (std::size_t process = 0; process < options_.processes; ++process) {
    if (chance(30)) builder_.extra_location("silent thread", process, LocationType::CpuThread);
    if (chance(30))
      builder_.extra_location("silent stream", process, LocationType::AcceleratorStream);
  }
}

void RandomProgram::emit(LocationId location, EventBody body) {
  trace_.events[location.index()].push_back({Timestamp{clock(location).now}, body, nullptr});
}

void RandomProgram::enter(LocationId location, std::string_view region) {
  spend(location);
  const RegionId id = builder_.region(region);
  clock(location).stack.push_back(id);
  emit(location, Enter{id});
}

void RandomProgram::leave(LocationId location) {
  spend(location);
  emit(location, Leave{clock(location).stack.back()});
  clock(location).stack.pop_back();
}

void RandomProgram::wait_until(LocationId location, Ticks time) {
  clock(location).now = std::max(clock(location).now, time);
}

void RandomProgram::begin() {
  for (Rank rank = 0; rank < options_.processes; ++rank) {
    clock(master(rank)).now = 1000 + below(50);
    emit(master(rank), ProgramBegin{builder_.string("random program")});
    enter(master(rank), "main");
  }
  collective("MPI_Init", CollectiveOperation::CreateHandle, comms_.front());
  for (Rank rank = 0; rank < options_.processes; ++rank)
    if (threads_[rank] > 1) parallel_region(rank);  // no threads exist before
}

void RandomProgram::end() {
  for (Rank rank = 0; rank < options_.processes; ++rank) {
    complete_all(rank);
    while (clock(master(rank)).stack.size() > 1) leave(master(rank));
  }
  end_one_sided();
  collective("MPI_Finalize", CollectiveOperation::DestroyHandle, comms_.front());
  for (Rank rank = 0; rank < options_.processes; ++rank) {
    leave(master(rank));
    emit(master(rank), ProgramEnd{0});
  }
}

// Enters or leaves a function, or computes; the same function may be open several times.
void RandomProgram::user_function(Rank rank) {
  static constexpr std::array<std::string_view, 5> kNames{"solve", "refine", "assemble", "norm",
                                                          "refine"};
  const LocationId location = master(rank);
  const std::size_t depth = clock(location).stack.size();
  if (depth > 1 && (depth > kDeepest || chance(40))) return leave(location);
  enter(location, any_of(kNames));
  clock(location).now += below(200);
  if (chance(50)) leave(location);
}

void RandomProgram::step() {
  const auto rank = static_cast<Rank>(below(options_.processes));
  if (options_.user_functions) user_function(rank);
  if (chance(30)) complete_some(rank);
  if (options_.one_sided && chance(60)) return one_sided();
  if (options_.shmem && chance(60)) return shmem_step();
  switch (below(6)) {
    case 0:
      if (options_.messages) blocking_message();
      break;
    case 1:
      if (options_.messages) exchange_by_sendrecv();
      break;
    case 2:
      if (options_.non_blocking_messages) exchange_by_requests();
      break;
    case 3:
      if (options_.collectives) random_collective();
      break;
    case 4:
      if (options_.non_blocking_collectives) random_non_blocking_collective();
      break;
    default:
      if (threads_[rank] > 1 && options_.pthreads && chance(60)) return own_threads(rank);
      if (threads_[rank] > 1) parallel_region(rank);
  }
}

void RandomProgram::run() {
  begin();
  for (std::uint32_t i = 0; i < options_.steps; ++i) step();
  end();
}

std::unique_ptr<MemoryTrace> random_trace(std::uint64_t seed, const RandomTraceOptions& options) {
  auto trace = std::make_unique<MemoryTrace>();
  RandomProgram(seed, options, *trace).run();
  damage(*trace, seed, options);
  Definitions& definitions = trace->definitions_table;
  Timestamp last;
  Timestamp first = kEndOfTime;
  for (std::size_t i = 0; i < trace->events.size(); ++i) {
    const auto& events = trace->events[i];
    definitions.locations[i].events = events.size();
    if (events.empty()) continue;
    for (const Event& event : events) {
      first = std::min(first, event.time);
      last = std::max(last, event.time);
    }
  }
  if (last < first) return trace;  // nothing remains
  definitions.clock.global_offset = first;
  definitions.clock.trace_length = static_cast<std::uint64_t>((last - first).ticks);
  return trace;
}

}  // namespace lull::support
