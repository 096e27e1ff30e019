// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Neighbourhood collectives, for which OTF2 has no operation. They are recorded as a message to
// each neighbour, on a separate communicator; so a late neighbour shows as a late sender.
#pragma once

#include <tuple>
#include <utility>
#include <vector>

#include "lull/recorder/mpi/neighbours.hpp"
#include "lull/recorder/mpi/requests.hpp"
#include "lull/recorder/mpi/wrapper.hpp"

namespace lull::recorder::mpi {

// Bytes sent to each destination and received from each source.
struct NeighbourExchange {
  explicit NeighbourExchange(MPI_Comm comm) : communicator(comm), neighbours(comm) {}
  MPI_Comm communicator;
  Neighbours neighbours;
  std::vector<std::uint64_t> sent;
  std::vector<std::uint64_t> received;
};

void record_exchange(Location& location, const NeighbourExchange& exchange);
void record_exchange_request(Location& location, const NeighbourExchange& exchange,
                             MPI_Request request, bool persistent);

// of(arguments of the blocking function) returns the exchange.
struct EqualParts {
  static NeighbourExchange of(const void*, auto count, MPI_Datatype type, const void*,
                              auto into_count, MPI_Datatype into_type, MPI_Comm communicator) {
    NeighbourExchange exchange(communicator);
    exchange.sent.assign(exchange.neighbours.destinations.size(), bytes_of(type, count));
    exchange.received.assign(exchange.neighbours.sources.size(), bytes_of(into_type, into_count));
    return exchange;
  }
};
struct GatheredParts {
  static NeighbourExchange of(const void*, auto count, MPI_Datatype type, const void*,
                              const auto* into_counts, const auto*, MPI_Datatype into_type,
                              MPI_Comm communicator) {
    NeighbourExchange exchange(communicator);
    exchange.sent.assign(exchange.neighbours.destinations.size(), bytes_of(type, count));
    for (std::size_t i = 0; i < exchange.neighbours.sources.size(); ++i)
      exchange.received.push_back(bytes_of(into_type, into_counts[i]));
    return exchange;
  }
};
struct DifferentParts {
  static NeighbourExchange of(const void*, const auto* counts, const auto*, MPI_Datatype type,
                              const void*, const auto* into_counts, const auto*,
                              MPI_Datatype into_type, MPI_Comm communicator) {
    NeighbourExchange exchange(communicator);
    for (std::size_t i = 0; i < exchange.neighbours.destinations.size(); ++i)
      exchange.sent.push_back(bytes_of(type, counts[i]));
    for (std::size_t i = 0; i < exchange.neighbours.sources.size(); ++i)
      exchange.received.push_back(bytes_of(into_type, into_counts[i]));
    return exchange;
  }
};
struct DifferentTypes {
  static NeighbourExchange of(const void*, const auto* counts, const MPI_Aint*,
                              const MPI_Datatype* types, const void*, const auto* into_counts,
                              const MPI_Aint*, const MPI_Datatype* into_types,
                              MPI_Comm communicator) {
    NeighbourExchange exchange(communicator);
    for (std::size_t i = 0; i < exchange.neighbours.destinations.size(); ++i)
      exchange.sent.push_back(bytes_of(types[i], counts[i]));
    for (std::size_t i = 0; i < exchange.neighbours.sources.size(); ++i)
      exchange.received.push_back(bytes_of(into_types[i], into_counts[i]));
    return exchange;
  }
};

// All members know the communicator of these messages; its first one records its members.
void define_neighbours(MPI_Comm communicator);

template <class Parts>
struct BlockingExchange {
  template <class... Arguments>
  void always_after(Arguments&... arguments) {
    define_neighbours(std::get<sizeof...(Arguments) - 1>(std::tie(arguments...)));
  }
  template <class... Arguments>
  void after(Location& location, Arguments&... arguments) {
    record_exchange(location, Parts::of(arguments...));
  }
};
// The request is the last argument, after the communicator and, if persistent, the info.
template <class Parts, bool persistent>
struct ExchangeWithRequest {
  using EvenPaused = void;
  static constexpr std::size_t kMore = persistent ? 2 : 1;
  template <class... Arguments>
  void always_after(Arguments&... arguments) {
    define_neighbours(std::get<sizeof...(Arguments) - 1 - kMore>(std::tie(arguments...)));
  }
  template <class... Arguments>
  void after(Location& location, Arguments&... arguments) {
    const auto split = [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto all = std::tie(arguments...);
      record_exchange_request(location, Parts::of(std::get<I>(all)...),
                              *std::get<sizeof...(Arguments) - 1>(all), persistent);
    };
    split(std::make_index_sequence<sizeof...(Arguments) - kMore>());
  }
};
template <class Parts>
using RequestedExchange = ExchangeWithRequest<Parts, false>;
template <class Parts>
using PersistentExchange = ExchangeWithRequest<Parts, true>;

template <>
struct Hook<Function::Neighbor_allgather> : BlockingExchange<EqualParts> {};
template <>
struct Hook<Function::Neighbor_allgatherv> : BlockingExchange<GatheredParts> {};
template <>
struct Hook<Function::Neighbor_alltoall> : BlockingExchange<EqualParts> {};
template <>
struct Hook<Function::Neighbor_alltoallv> : BlockingExchange<DifferentParts> {};
template <>
struct Hook<Function::Neighbor_alltoallw> : BlockingExchange<DifferentTypes> {};
template <>
struct Hook<Function::Ineighbor_allgather> : RequestedExchange<EqualParts> {};
template <>
struct Hook<Function::Ineighbor_allgatherv> : RequestedExchange<GatheredParts> {};
template <>
struct Hook<Function::Ineighbor_alltoall> : RequestedExchange<EqualParts> {};
template <>
struct Hook<Function::Ineighbor_alltoallv> : RequestedExchange<DifferentParts> {};
template <>
struct Hook<Function::Ineighbor_alltoallw> : RequestedExchange<DifferentTypes> {};
template <>
struct Hook<Function::Neighbor_allgather_init> : PersistentExchange<EqualParts> {};
template <>
struct Hook<Function::Neighbor_allgatherv_init> : PersistentExchange<GatheredParts> {};
template <>
struct Hook<Function::Neighbor_alltoall_init> : PersistentExchange<EqualParts> {};
template <>
struct Hook<Function::Neighbor_alltoallv_init> : PersistentExchange<DifferentParts> {};
template <>
struct Hook<Function::Neighbor_alltoallw_init> : PersistentExchange<DifferentTypes> {};

}  // namespace lull::recorder::mpi
