// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/clock_offsets.hpp"

#include <mpi.h>

#include <cstdint>

#include "lull/recorder/measurement/measurement.hpp"

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

}  // namespace

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

}  // namespace lull::recorder::mpi
