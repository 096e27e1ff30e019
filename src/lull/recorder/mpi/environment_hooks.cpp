// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/environment_hooks.hpp"

#include <otf2/otf2.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <string>
#include <utility>

#include "lull/recorder/mpi/collective_hooks.hpp"
#include "lull/recorder/mpi/requests.hpp"
#include "lull/recorder/mpi/spawned_processes.hpp"

namespace lull::recorder::mpi {
namespace {

// Offset of the leader's clock to this one's, in ticks, from the quickest of some exchanges.
std::int64_t offset_to(MPI_Comm leaders, int rank, int size) {
  constexpr int kRounds = 20;
  constexpr int kTag = 1;
  std::int64_t offset = 0;
  if (rank == 0) {
    for (int other = 1; other < size; ++other)
      for (int round = 0; round < kRounds; ++round) {
        std::uint64_t now = 0;
        PMPI_Recv(nullptr, 0, MPI_BYTE, other, kTag, leaders, MPI_STATUS_IGNORE);
        now = ticks();
        PMPI_Send(&now, 1, MPI_UINT64_T, other, kTag, leaders);
      }
    return 0;
  }
  std::uint64_t shortest = ~std::uint64_t{0};
  for (int round = 0; round < kRounds; ++round) {
    std::uint64_t theirs = 0;
    const std::uint64_t sent = ticks();
    PMPI_Send(nullptr, 0, MPI_BYTE, 0, kTag, leaders);
    PMPI_Recv(&theirs, 1, MPI_UINT64_T, 0, kTag, leaders, MPI_STATUS_IGNORE);
    const std::uint64_t received = ticks();
    if (received - sent >= shortest) continue;
    shortest = received - sent;
    offset = static_cast<std::int64_t>(theirs - (sent + shortest / 2));
  }
  return offset;
}

// Processes of one node share a clock; the first process of each node asks the first of all.
void measure_clock() {
  MPI_Comm node;
  MPI_Comm leaders;
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  int place = 0;
  PMPI_Comm_rank(node, &place);
  PMPI_Comm_split(MPI_COMM_WORLD, place == 0 ? 0 : MPI_UNDEFINED, rank, &leaders);
  std::int64_t offset = 0;
  if (leaders != MPI_COMM_NULL) {
    int leader = 0;
    int size = 0;
    PMPI_Comm_rank(leaders, &leader);
    PMPI_Comm_size(leaders, &size);
    offset = offset_to(leaders, leader, size);
    PMPI_Comm_free(&leaders);
  }
  PMPI_Bcast(&offset, 1, MPI_INT64_T, 0, node);
  PMPI_Comm_free(&node);
  const ClockReading now = read_both_clocks();
  Measurement::instance().note(
      {{"clock", {{"ticks", now.ticks}, {"nanoseconds", now.nanoseconds}, {"offset", offset}}}});
}

std::atomic<bool> talking{false};  // between MPI_Init and MPI_Finalize

}  // namespace

void begin_recording() {
  int level = MPI_THREAD_SINGLE;
  if (talking.exchange(true)) return;
  PMPI_Query_thread(&level);
  Requests::instance().expect_threads(level);
  Requests::instance().begin(MPI_COMM_SELF);
  std::uint64_t world = nanoseconds() ^ std::uint64_t(::getpid()) << 40;
  PMPI_Bcast(&world, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  Communicators::instance().begin(world);
  join_parent();
  measure_clock();
}

void end_recording() {
  if (!talking.exchange(false)) return;
  measure_clock();
  PMPI_Barrier(MPI_COMM_WORLD);
  Measurement::instance().finish();
}

void begin_session(std::uint64_t key, std::function<MPI_Group()> world) {
  Communicators::instance().begin_session(key, std::move(world));
}

void record_copy(Location& location, MPI_Comm original, MPI_Request request) {
  if (Measurement::instance().running())
    record_request(location, describe::all(OTF2_COLLECTIVE_OP_CREATE_HANDLE, original), request);
}

void add_of_groups(MPI_Comm communicator, const char* tag) {
  if (communicator == MPI_COMM_NULL) return;
  if (!talking) Requests::instance().begin(communicator);
  std::uint64_t number = 0;
  for (; *tag != 0; ++tag) number = number * 31 + static_cast<unsigned char>(*tag);
  Communicators::instance().add_of_groups(communicator, number);
}

namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

// Without "MPI_" and, of a non-blocking collective, without the I.
OTF2_RegionRole role_of(std::string_view name) {
  if (is_one_of(name, {"Barrier", "Ibarrier"})) return OTF2_REGION_ROLE_BARRIER;
  if (is_one_of(name, {"Bcast", "Scatter", "Scatterv", "Ibcast", "Iscatter", "Iscatterv"}))
    return OTF2_REGION_ROLE_COLL_ONE2ALL;
  if (is_one_of(name, {"Gather", "Gatherv", "Reduce", "Igather", "Igatherv", "Ireduce"}))
    return OTF2_REGION_ROLE_COLL_ALL2ONE;
  if (is_one_of(name, {"Allgather", "Allgatherv", "Allreduce", "Alltoall", "Alltoallv", "Alltoallw",
                       "Reduce_scatter", "Reduce_scatter_block", "Iallgather", "Iallgatherv",
                       "Iallreduce", "Ialltoall", "Ialltoallv", "Ialltoallw", "Ireduce_scatter",
                       "Ireduce_scatter_block"}))
    return OTF2_REGION_ROLE_COLL_ALL2ALL;
  if (is_one_of(name, {"Scan", "Exscan", "Iscan", "Iexscan"})) return OTF2_REGION_ROLE_COLL_OTHER;
  if (name.starts_with("Neighbor_") || name.starts_with("Ineighbor_") ||
      is_one_of(name, {"Pready", "Pready_list", "Pready_range", "Parrived"}) ||
      name.find("send") != name.npos || name.find("recv") != name.npos ||
      is_one_of(name, {"Send", "Recv", "Sendrecv", "Probe", "Mprobe", "Send_init", "Recv_init"}))
    return OTF2_REGION_ROLE_POINT2POINT;
  if (name.starts_with("File_")) return OTF2_REGION_ROLE_FILE_IO;
  if (name.starts_with("Win_") ||
      is_one_of(name, {"Put", "Get", "Accumulate", "Get_accumulate", "Fetch_and_op", "Rput", "Rget",
                       "Compare_and_swap", "Raccumulate", "Rget_accumulate"}))
    return OTF2_REGION_ROLE_RMA;
  return OTF2_REGION_ROLE_FUNCTION;
}

}  // namespace

RegionNumber define_region_of(Function function) {
  const std::string_view name = kFunctionNames[static_cast<std::size_t>(function)];
  std::string_view meaning = name.substr(name.find('_') + 1);
  if (meaning.ends_with("_c")) meaning.remove_suffix(2);  // for large counts
  const RegionNumber fresh = Measurement::instance().define_region(
      {.name = name, .role = role_of(meaning), .paradigm = OTF2_PARADIGM_MPI});
  auto& region = known_regions[static_cast<std::size_t>(function)];
  RegionNumber known = 0;  // another thread may have been faster
  return region.compare_exchange_strong(known, fresh + 1) ? fresh : known - 1;
}

}  // namespace lull::recorder::mpi
