// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "simulated_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lull::bench {
namespace {

// Nanoseconds.
constexpr std::uint64_t kCall = 40;       // between two events of a call
constexpr std::uint64_t kLatency = 1500;  // of a message without contents
constexpr std::uint64_t kBytesPerTick = 8;
constexpr CommunicatorId kWorld{0};

struct FunctionInfo {
  const char* name;
  RegionRole role;
  Paradigm paradigm;
};

// In the order of Function.
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
     {"MPI_Alltoall", RegionRole::CollAllToAll, Paradigm::Mpi}}};

std::uint64_t transfer(std::uint64_t bytes) { return kLatency + bytes / kBytesPerTick; }

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

Definitions define(const MachineOptions& options) {
  Definitions definitions;
  definitions.writer = "Lull's trace generator";
  define_ranks(definitions, options.ranks);
  if (options.grid) define_grid(definitions, options.ranks);
  for (const FunctionInfo& info : kFunctions) {
    Region region;
    region.name = region.canonical_name = info.name;
    region.role = info.role;
    region.paradigm = info.paradigm;
    definitions.regions.push_back(region);
  }
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
      ranks_(options.ranks),
      archive_(directory, definitions_),
      random_(options.seed) {
  for (Rank rank = 0; rank < ranks(); ++rank) {
    ranks_[rank].writer = &archive_.location(LocationId(rank));
    ranks_[rank].now = 1'000'000 + random_() % 100'000;
    write(rank, ProgramBegin{StringId(1)});
    enter(rank, Function::Main);
  }
  synchronise(Function::MpiInit, CollectiveOperation::CreateHandle, 0);
}

template <class Body>
void Machine::write(Rank rank, Body body) {
  ranks_[rank].writer->write({Timestamp{ranks_[rank].now}, body, nullptr});
  ++events_;
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
  const std::uint64_t ready = ranks_[to].now + kLatency;  // when the receiver has said so
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
  std::uint64_t last = 0;
  for (Rank rank = 0; rank < ranks(); ++rank) {
    enter(rank, function);
    write(rank, MpiCollectiveBegin{});
    last = std::max(last, ranks_[rank].now);
  }
  for (Rank rank = 0; rank < ranks(); ++rank) {
    ranks_[rank].now = last + transfer(bytes) + random_() % kLatency;
    write(rank, MpiCollectiveEnd{operation, kWorld, kNoRank, bytes, bytes});
    ranks_[rank].now += kCall;
    leave(rank, function);
  }
}

void Machine::finish() {
  synchronise(Function::MpiFinalize, CollectiveOperation::DestroyHandle, 0);
  for (Rank rank = 0; rank < ranks(); ++rank) {
    leave(rank, Function::Main);
    write(rank, ProgramEnd{0});
  }
  archive_.finish();
}

}  // namespace lull::bench
