// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/hooks/environment_hooks.hpp"

#include <otf2/otf2.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <string>
#include <utility>

#include "lull/recorder/mpi/clock_offsets.hpp"
#include "lull/recorder/mpi/hooks/collective_hooks.hpp"
#include "lull/recorder/mpi/requests.hpp"
#include "lull/recorder/mpi/spawned_processes.hpp"

namespace lull::recorder::mpi {
namespace {

std::atomic<bool> initialised{false};  // between MPI_Init and MPI_Finalize

}  // namespace

void begin_recording() {
  int level = MPI_THREAD_SINGLE;
  if (initialised.exchange(true)) return;
  Measurement::instance().begin_model();
  PMPI_Query_thread(&level);
  Requests::instance().expect_threads(level);
  Requests::instance().begin(MPI_COMM_SELF);
  Communicators::instance().begin();
  join_parent();
  measure_clock_at_begin();
}

void prepare_recording() { register_node(); }

void prepare_end() {
  if (initialised) measure_clock_at_end();
}

void end_recording() {
  if (initialised.exchange(false)) Measurement::instance().end_model_after_call();
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
  if (!initialised) Requests::instance().begin(communicator);
  std::uint64_t number = 0;
  for (; *tag != 0; ++tag) number = number * 31 + static_cast<unsigned char>(*tag);
  Communicators::instance().add_of_groups(communicator, number);
}

namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

// `name` is without "MPI_" and, for a non-blocking collective, without the I.
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
  if (meaning.ends_with("_c")) meaning.remove_suffix(2);  // the version for large counts
  const RegionNumber fresh = Measurement::instance().define_region(
      {.name = name, .role = role_of(meaning), .paradigm = OTF2_PARADIGM_MPI});
  auto& region = known_regions[static_cast<std::size_t>(function)];
  RegionNumber known = 0;  // another thread may have been faster
  return region.compare_exchange_strong(known, fresh + 1) ? fresh : known - 1;
}

}  // namespace lull::recorder::mpi
