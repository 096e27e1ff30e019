// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/transport.hpp"

#include <limits>
#include <numeric>

#include "lull/base/error.hpp"

namespace lull::parallel {
namespace {

constexpr int kReduce = 1;  // tag

std::vector<int> places_of(const std::vector<int>& counts) {
  std::size_t sum = 0;
  std::vector<int> places;
  for (const int count : counts) {
    places.push_back(count_of(sum));
    sum += static_cast<std::size_t>(count);
  }
  static_cast<void>(count_of(sum));
  return places;
}

}  // namespace

int count_of(std::size_t size) {
  if (size > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw Error(ExitStatus::System, fmt::format("{} bytes are too many for one MPI message", size));
  return static_cast<int>(size);
}

int rank_in(MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  return rank;
}

int size_of(MPI_Comm communicator) {
  int size = 0;
  MPI_Comm_size(communicator, &size);
  return size;
}

void send_bytes(const Bytes& bytes, int destination, int tag, MPI_Comm communicator) {
  MPI_Send(bytes.data(), count_of(bytes.size()), MPI_BYTE, destination, tag, communicator);
}

Bytes receive_bytes(int source, int tag, MPI_Comm communicator) {
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  MPI_Mprobe(source, tag, communicator, &message, &status);
  int count = 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  Bytes bytes(static_cast<std::size_t>(count));
  MPI_Mrecv(bytes.data(), count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  return bytes;
}

void broadcast_bytes(Bytes& bytes, int root, MPI_Comm communicator) {
  int count = rank_in(communicator) == root ? count_of(bytes.size()) : 0;
  MPI_Bcast(&count, 1, MPI_INT, root, communicator);
  bytes.resize(static_cast<std::size_t>(count));
  MPI_Bcast(bytes.data(), count, MPI_BYTE, root, communicator);
}

Bytes reduce_bytes(Bytes mine, MPI_Comm communicator,
                   const std::function<Bytes(const Bytes&, const Bytes&)>& merge) {
  const int rank = rank_in(communicator);
  const int size = size_of(communicator);
  for (int step = 1; step < size; step *= 2) {
    if (rank % (2 * step) != 0) {
      send_bytes(mine, rank - step, kReduce, communicator);
      return {};
    }
    if (rank + step < size) mine = merge(mine, receive_bytes(rank + step, kReduce, communicator));
  }
  return mine;
}

std::vector<Bytes> exchange_bytes(const std::vector<Bytes>& to, MPI_Comm communicator) {
  std::vector<int> sent;
  Bytes out;
  for (const Bytes& bytes : to) {
    sent.push_back(count_of(bytes.size()));
    out.insert(out.end(), bytes.begin(), bytes.end());
  }
  std::vector<int> received(sent.size());
  MPI_Alltoall(sent.data(), 1, MPI_INT, received.data(), 1, MPI_INT, communicator);
  Bytes in(std::accumulate(received.begin(), received.end(), std::size_t{0}));
  const std::vector<int> from = places_of(received);
  MPI_Alltoallv(out.data(), sent.data(), places_of(sent).data(), MPI_BYTE, in.data(),
                received.data(), from.data(), MPI_BYTE, communicator);
  std::vector<Bytes> result;
  for (std::size_t i = 0; i < received.size(); ++i)
    result.emplace_back(in.begin() + from[i], in.begin() + from[i] + received[i]);
  return result;
}

}  // namespace lull::parallel
