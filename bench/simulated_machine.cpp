// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "simulated_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lull::bench {
namespace {

constexpr CommunicatorId kWorld{0};
constexpr std::uint32_t kMostOpen = 2000;  // files written at once: a MB each

struct FunctionInfo {
  const char* name;
  RegionRole role;
  Paradigm paradigm;
};

// Listed in the order of Function.
constexpr std::array<FunctionInfo, static_cast<std::size_t>(Function::Count)> kFunctions{
    {{"main", RegionRole::Function, Paradigm::Compiler},
     {"setup", RegionRole::Function, Paradigm::Compiler},
     {"solve", RegionRole::Function, Paradigm::Compiler},
     {"sweep", RegionRole::Function, Paradigm::Compiler},
     {"compute_block", RegionRole::Function, Paradigm::Compiler},
     {"exchange", RegionRole::Function, Paradigm::Compiler},
     {"update", RegionRole::Function, Paradigm::Compiler},
     {"transpose", RegionRole::Function, Paradigm::Compiler},
     {"residual", RegionRole::Function, Paradigm::Compiler},
     {"MPI_Init", RegionRole::Function, Paradigm::Mpi},
     {"MPI_Finalize", RegionRole::Function, Paradigm::Mpi},
     {"MPI_Send", RegionRole::PointToPoint, Paradigm::Mpi},
     {"MPI_Recv", RegionRole::PointToPoint, Paradigm::Mpi},
     {"MPI_Isend", RegionRole::PointToPoint, Paradigm::Mpi},
     {"MPI_Irecv", RegionRole::PointToPoint, Paradigm::Mpi},
     {"MPI_Waitall", RegionRole::Function, Paradigm::Mpi},
     {"MPI_Barrier", RegionRole::Barrier, Paradigm::Mpi},
     {"MPI_Allreduce", RegionRole::CollAllToAll, Paradigm::Mpi},
     {"MPI_Alltoall", RegionRole::CollAllToAll, Paradigm::Mpi},
     {"MPI_Win_create", RegionRole::Rma, Paradigm::Mpi},
     {"MPI_Win_free", RegionRole::Rma, Paradigm::Mpi},
     {"MPI_Win_fence", RegionRole::Rma, Paradigm::Mpi},
     {"MPI_Win_post", RegionRole::Rma, Paradigm::Mpi},
     {"MPI_Win_start", RegionRole::Rma, Paradigm::Mpi},
     {"MPI_Win_complete", RegionRole::Rma, Paradigm::Mpi},
     {"MPI_Win_wait", RegionRole::Rma, Paradigm::Mpi},
     {"MPI_Win_lock", RegionRole::Rma, Paradigm::Mpi},
     {"MPI_Win_unlock", RegionRole::Rma, Paradigm::Mpi},
     {"MPI_Put", RegionRole::Rma, Paradigm::Mpi},
     {"MPI_Get", RegionRole::Rma, Paradigm::Mpi},
     {"MPI_Accumulate", RegionRole::Rma, Paradigm::Mpi},
     {"!$omp parallel @solve.c:10", RegionRole::Parallel, Paradigm::OpenMp},
     {"!$omp for @solve.c:12", RegionRole::Loop, Paradigm::OpenMp},
     {"!$omp implicit barrier @solve.c:18", RegionRole::ImplicitBarrier, Paradigm::OpenMp}}};

void define_ranks(Definitions& definitions, std::uint32_t ranks) {
  definitions.strings = {"", "simulated program"};
  definitions.system_nodes = {{"machine", "machine", {}, {}},
                              {"node", "node", SystemNodeId(0), {}}};
  Group locations{"", GroupType::CommLocations, Paradigm::Mpi, {}, {}};
  Group world{"", GroupType::CommGroup, Paradigm::Mpi, {}, {}};
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    definitions.processes.push_back({fmt::format("MPI Rank {}", rank),
                                     ProcessType::Process,
                                     SystemNodeId(1),
                                     {LocationId(rank)},
                                     {}});
    definitions.locations.push_back(
        {rank, "Master thread", LocationType::CpuThread, 0, ProcessId(rank), {}});
    locations.members.push_back(rank);
    world.members.push_back(rank);
    locations.locations.emplace_back(rank);
    world.locations.emplace_back(rank);
  }
  definitions.groups = {locations, world};
  definitions.communicators = {
      {"MPI_COMM_WORLD", CommunicatorKind::Intra, GroupId(1), {}, CommunicatorId{}}};
}

void define_grid(Definitions& definitions, std::uint32_t ranks) {
  const Grid grid = grid_of(ranks);
  Topology topology{"grid", kWorld, {{"x", grid.columns, false}, {"y", grid.rows, false}}, {}};
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    topology.coordinates.push_back({rank, {rank / grid.rows, rank % grid.rows}});
  definitions.topologies = {topology};
}

// Defines the rows, then the columns, after the world.
void define_rows_and_columns(Definitions& definitions, std::uint32_t ranks) {
  const Grid grid = grid_of(ranks);
  const auto add = [&](const std::string& name, auto rank_of, std::uint32_t size) {
    Group group{"", GroupType::CommGroup, Paradigm::Mpi, {}, {}};
    for (std::uint32_t i = 0; i < size; ++i) {
      group.members.push_back(rank_of(i));
      group.locations.emplace_back(rank_of(i));
    }
    definitions.groups.push_back(std::move(group));
    definitions.communicators.push_back(
        {name, CommunicatorKind::Intra, GroupId(definitions.groups.size() - 1), {}, kWorld});
  };
  for (std::uint32_t row = 0; row < grid.rows; ++row)
    add(
        fmt::format("row {}", row), [&](std::uint32_t i) { return i * grid.rows + row; },
        grid.columns);
  for (std::uint32_t column = 0; column < grid.columns; ++column)
    add(
        fmt::format("column {}", column), [&](std::uint32_t i) { return column * grid.rows + i; },
        grid.rows);
}

// Defines each rank's neighbours on the ring of all, after the world.
void define_window(Definitions& definitions, std::uint32_t ranks) {
  definitions.windows = {{"window", kWorld}};
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    Group group{"", GroupType::CommGroup, Paradigm::Mpi, {}, {}};
    std::vector<std::uint32_t> neighbours{(rank + ranks - 1) % ranks, (rank + 1) % ranks};
    std::ranges::sort(neighbours);
    if (ranks == 2) neighbours.pop_back();
    for (const std::uint32_t neighbour : neighbours) {
      group.members.push_back(neighbour);
      group.locations.emplace_back(neighbour);
    }
    definitions.groups.push_back(std::move(group));
  }
}

Region function(std::string name, RegionRole role, Paradigm paradigm) {
  Region region;
  region.name = region.canonical_name = std::move(name);
  region.role = role;
  region.paradigm = paradigm;
  return region;
}

Definitions define(const MachineOptions& options) {
  Definitions definitions;
  definitions.writer = "Lull's trace generator";
  define_ranks(definitions, options.ranks);
  if (options.grid) define_grid(definitions, options.ranks);
  for (const FunctionInfo& info : kFunctions)
    definitions.regions.push_back(function(info.name, info.role, info.paradigm));
  for (std::uint32_t module = 0; module < options.modules; ++module)
    definitions.regions.push_back(
        function(fmt::format("module_{}", module), RegionRole::Function, Paradigm::Compiler));
  if (options.window) define_window(definitions, options.ranks);
  if (options.modules > 0) define_rows_and_columns(definitions, options.ranks);
  if (options.threads > 0) define_threads(definitions, options);
  return definitions;
}

}  // namespace

Grid grid_of(std::uint32_t ranks) {
  Grid grid{ranks, 1};
  for (std::uint32_t rows = 1; rows * rows <= ranks; ++rows)
    if (ranks % rows == 0) grid = {ranks / rows, rows};
  return grid;
}

Machine::Machine(const MachineOptions& options, const std::filesystem::path& directory)
    : options_(options),
      definitions_(define(options)),
      ranks_(std::size_t{options.ranks} * std::max(1u, options.threads)),
      archive_(directory, definitions_),
      random_(options.seed) {
  for (Rank thread = 0; thread < ranks_.size(); ++thread)
    if (ranks_.size() > kMostOpen)
      ranks_[thread].kept = std::make_unique<EventPacker>();
    else
      ranks_[thread].writer = &archive_.location(LocationId(thread));
  for (Rank rank = 0; rank < ranks(); ++rank) {
    ranks_[rank].now = 1'000'000 + random_() % 100'000;
    write(rank, ProgramBegin{StringId(1)});
    enter(rank, Function::Main);
  }
  synchronise(Function::MpiInit, CollectiveOperation::CreateHandle, 0);
  if (options.window) synchronise_window(Function::MpiWinCreate, CollectiveOperation::CreateHandle);
}

std::uint64_t Machine::stretched(std::uint64_t ticks) {
  const double part = static_cast<double>(random_() >> 11) * 0x1p-53;  // 0 … 1
  return ticks + static_cast<std::uint64_t>(options_.imbalance * part * static_cast<double>(ticks));
}

void Machine::enter(Rank rank, Function function) {
  write(rank, Enter{RegionId(static_cast<std::size_t>(function))});
  ranks_[rank].now += kCall;
}

void Machine::leave(Rank rank, Function function) {
  write(rank, Leave{RegionId(static_cast<std::size_t>(function))});
  ranks_[rank].now += kCall;
}

void Machine::enter_module(Rank rank, std::uint32_t module) {
  write(rank, Enter{RegionId(kFunctions.size() + module)});
  ranks_[rank].now += kCall;
}

void Machine::leave_module(Rank rank, std::uint32_t module) {
  write(rank, Leave{RegionId(kFunctions.size() + module)});
  ranks_[rank].now += kCall;
}

void Machine::compute(Rank rank, Function function, std::uint64_t ticks) {
  enter(rank, function);
  ranks_[rank].now += stretched(ticks);
  leave(rank, function);
}

std::uint64_t Machine::send(Rank rank, Rank to, std::uint32_t tag, std::uint64_t bytes) {
  enter(rank, Function::MpiSend);
  const std::uint64_t arrival = ranks_[rank].now + transfer(bytes);
  write(rank, MpiSend{to, kWorld, tag, bytes});
  ranks_[rank].now += kCall + bytes / kBytesPerTick;
  leave(rank, Function::MpiSend);
  return arrival;
}

void Machine::receive(Rank rank, Rank from, std::uint32_t tag, std::uint64_t bytes,
                      std::uint64_t arrival) {
  enter(rank, Function::MpiRecv);
  ranks_[rank].now = std::max(ranks_[rank].now, arrival) + kCall;
  write(rank, MpiRecv{from, kWorld, tag, bytes});
  ranks_[rank].now += kCall;
  leave(rank, Function::MpiRecv);
}

void Machine::synchronous_message(Rank from, Rank to, std::uint32_t tag, std::uint64_t bytes) {
  enter(from, Function::MpiSend);
  write(from, MpiSend{to, kWorld, tag, bytes});
  const std::uint64_t ready = ranks_[to].now + kLatency;  // arrival of the acknowledgement
  ranks_[from].now = std::max(ranks_[from].now + kCall, ready) + bytes / kBytesPerTick;
  receive(to, from, tag, bytes, ranks_[from].now + kLatency);
  leave(from, Function::MpiSend);
}

std::uint64_t Machine::post_receive(Rank rank) {
  const std::uint64_t request = ranks_[rank].next_request++;
  enter(rank, Function::MpiIrecv);
  write(rank, MpiIrecvRequest{request});
  ranks_[rank].now += kCall;
  leave(rank, Function::MpiIrecv);
  return request;
}

Machine::Posted Machine::post_send(Rank rank, Rank to, std::uint32_t tag, std::uint64_t bytes) {
  const std::uint64_t request = ranks_[rank].next_request++;
  enter(rank, Function::MpiIsend);
  const std::uint64_t arrival = ranks_[rank].now + transfer(bytes);
  write(rank, MpiIsend{to, kWorld, tag, bytes, request});
  ranks_[rank].now += kCall;
  leave(rank, Function::MpiIsend);
  return {request, arrival};
}

void Machine::wait_all(Rank rank, const std::vector<Completion>& completions) {
  enter(rank, Function::MpiWaitall);
  for (const Completion& completion : completions)
    ranks_[rank].now = std::max(ranks_[rank].now, completion.arrival);
  for (const Completion& completion : completions) {
    ranks_[rank].now += kCall;
    if (completion.receive)
      write(rank, MpiIrecv{completion.from, kWorld, completion.tag, completion.bytes,
                           completion.request});
    else
      write(rank, MpiIsendComplete{completion.request});
  }
  ranks_[rank].now += kCall;
  leave(rank, Function::MpiWaitall);
}

void Machine::synchronise(Function function, CollectiveOperation operation, std::uint64_t bytes) {
  synchronise(kWorld, function, operation, bytes);
}

void Machine::synchronise_row(std::uint32_t row, Function function, CollectiveOperation operation,
                              std::uint64_t bytes) {
  synchronise(CommunicatorId(1 + row), function, operation, bytes);
}

void Machine::synchronise_column(std::uint32_t column, Function function,
                                 CollectiveOperation operation, std::uint64_t bytes) {
  synchronise(CommunicatorId(1 + grid_of(ranks()).rows + column), function, operation, bytes);
}

void Machine::synchronise(CommunicatorId communicator, Function function,
                          CollectiveOperation operation, std::uint64_t bytes) {
  const GroupId group = definitions_.communicators[communicator.index()].group;
  std::uint64_t last = 0;
  for (const LocationId member : definitions_.groups[group.index()].locations) {
    const Rank rank = member.value;
    enter(rank, function);
    write(rank, MpiCollectiveBegin{});
    last = std::max(last, ranks_[rank].now);
  }
  for (const LocationId member : definitions_.groups[group.index()].locations) {
    const Rank rank = member.value;
    ranks_[rank].now = last + transfer(bytes) + jitter();
    write(rank, MpiCollectiveEnd{operation, communicator, kNoRank, bytes, bytes});
    ranks_[rank].now += kCall;
    leave(rank, function);
  }
}

void Machine::finish() {
  if (options_.window) synchronise_window(Function::MpiWinFree, CollectiveOperation::DestroyHandle);
  synchronise(Function::MpiFinalize, CollectiveOperation::DestroyHandle, 0);
  for (Rank rank = 0; rank < ranks(); ++rank) {
    leave(rank, Function::Main);
    write(rank, ProgramEnd{0});
  }
  write_kept();
  archive_.finish();
}

void Machine::write_kept() {
  std::vector<Event> events;
  std::vector<std::vector<Value>> values;
  for (Rank rank = 0; rank < ranks_.size(); ++rank) {
    const std::unique_ptr<EventPacker> kept = std::move(ranks_[rank].kept);
    if (!kept) continue;
    LocationWriter& writer = archive_.location(LocationId(rank));
    while (kept->size() > 0) {
      events.clear();
      kept->unpack(kMostOpen, events, values);
      for (const Event& event : events) writer.write(event);
    }
    archive_.close(LocationId(rank));
  }
}

}  // namespace lull::bench
