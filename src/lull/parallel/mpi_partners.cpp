// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/mpi_partners.hpp"

#include <utility>

namespace lull::parallel {
namespace {

// Message tags.
constexpr int kLetter = 3;
constexpr int kHandedOn = 4;

}  // namespace

void MpiPartners::start(Round mine) {
  const MPI_Comm communicator = communicator_.get();
  mine_ = std::move(mine);
  sent_.clear();
  for (const Bytes& letter : mine_.letters) sent_.push_back(count_of(letter.size()));
  received_.assign(sent_.size(), 0);
  MPI_Ialltoall(sent_.data(), 1, MPI_INT, received_.data(), 1, MPI_INT, communicator,
                &agreeing_[0]);
  Numbers& numbers = mine_.numbers;
  MPI_Iallreduce(numbers.sums.data(), all_.sums.data(), static_cast<int>(numbers.sums.size()),
                 MPI_UINT64_T, MPI_SUM, communicator, &agreeing_[1]);
  MPI_Iallreduce(numbers.minima.data(), all_.minima.data(), static_cast<int>(numbers.minima.size()),
                 MPI_UINT64_T, MPI_MIN, communicator, &agreeing_[2]);
  for (int rank = 0; rank < size_; ++rank) {
    const auto place = static_cast<std::size_t>(rank);
    if (rank != rank_ && sent_[place] > 0)
      MPI_Isend(mine_.letters[place].data(), sent_[place], MPI_BYTE, rank, kLetter, communicator,
                &moving_.emplace_back());
  }
}

analysis::Partners::Round MpiPartners::finish() {
  const auto self = static_cast<std::size_t>(rank_);
  MPI_Waitall(static_cast<int>(agreeing_.size()), agreeing_.data(), MPI_STATUSES_IGNORE);
  Round arrived;
  arrived.numbers = all_;
  arrived.letters.resize(received_.size());
  for (int rank = 0; rank < size_; ++rank) {
    const auto place = static_cast<std::size_t>(rank);
    if (rank == rank_ || received_[place] == 0) continue;
    arrived.letters[place].resize(static_cast<std::size_t>(received_[place]));
    MPI_Irecv(arrived.letters[place].data(), received_[place], MPI_BYTE, rank, kLetter,
              communicator_.get(), &moving_.emplace_back());
  }
  MPI_Waitall(static_cast<int>(moving_.size()), moving_.data(), MPI_STATUSES_IGNORE);
  moving_.clear();
  if (self < mine_.letters.size()) arrived.letters[self] = std::move(mine_.letters[self]);
  return arrived;
}

Bytes MpiPartners::reduce(Bytes mine, const Merge& merge) {
  Bytes all = reduce_bytes(std::move(mine), communicator_.get(), merge);
  broadcast_bytes(all, 0, communicator_.get());
  return all;
}

void MpiPartners::hand_on(Bytes mine) {
  MPI_Wait(&handing_on_, MPI_STATUS_IGNORE);
  handed_on_ = std::move(mine);
  MPI_Isend(handed_on_.data(), count_of(handed_on_.size()), MPI_BYTE, (rank_ + 1) % size_,
            kHandedOn, communicator_.get(), &handing_on_);
}

Bytes MpiPartners::handed_on() {
  return receive_bytes((rank_ + size_ - 1) % size_, kHandedOn, communicator_.get());
}

}  // namespace lull::parallel
