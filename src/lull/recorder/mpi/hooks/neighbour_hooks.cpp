// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/hooks/neighbour_hooks.hpp"

#include "lull/recorder/mpi/communicators.hpp"
#include "lull/recorder/mpi/groups.hpp"

namespace lull::recorder::mpi {
namespace {

constexpr std::uint32_t kTag = 0;

std::uint32_t number_of(MPI_Comm communicator) {
  return Communicators::instance().number_among_neighbours(communicator);
}

}  // namespace

void define_neighbours(MPI_Comm communicator) { (void)number_of(communicator); }

void record_exchange(Location& location, const NeighbourExchange& exchange) {
  const std::uint32_t communicator = number_of(exchange.communicator);
  const auto& [sources, destinations, order] = exchange.neighbours;
  for (std::size_t i = 0; i < destinations.size(); ++i)
    if (destinations[i] != MPI_PROC_NULL)
      OTF2_EvtWriter_MpiSend(location.writer(), nullptr, location.entered(),
                             static_cast<std::uint32_t>(destinations[i]), communicator, kTag,
                             exchange.sent[i]);
  for (const std::size_t i : order)
    if (sources[i] != MPI_PROC_NULL)
      OTF2_EvtWriter_MpiRecv(location.writer(), nullptr, location.now(),
                             static_cast<std::uint32_t>(sources[i]), communicator, kTag,
                             exchange.received[i]);
}

void record_exchange_request(Location& location, const NeighbourExchange& exchange,
                             MPI_Request handle, bool persistent) {
  ExchangedMessages messages;
  messages.communicator = number_of(exchange.communicator);
  messages.tag = kTag;
  const auto& [sources, destinations, order] = exchange.neighbours;
  for (std::size_t i = 0; i < destinations.size(); ++i)
    if (destinations[i] != MPI_PROC_NULL)
      messages.sends.push_back({static_cast<std::uint32_t>(destinations[i]), exchange.sent[i]});
  for (const std::size_t i : order)
    if (sources[i] != MPI_PROC_NULL)
      messages.receives.push_back({static_cast<std::uint32_t>(sources[i]), exchange.received[i]});
  Requests::instance().add(location, handle, messages, persistent);
}

}  // namespace lull::recorder::mpi
