// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/post_office.hpp"

#include <sched.h>

#include <limits>
#include <utility>

#include "lull/base/error.hpp"

namespace lull::parallel {
namespace {

constexpr int kRound = 2;  // this tag and the next one

}  // namespace

PostOffice::~PostOffice() {
  for (Letter& letter : under_way_) MPI_Wait(&letter.request, MPI_STATUS_IGNORE);
}

int PostOffice::tag() const { return kRound + static_cast<int>(rounds_ % 2); }

void PostOffice::send(int destination, Bytes bytes) {
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw Error(ExitStatus::System, "a set of events is too large for one MPI message");
  ++mine_[Sent];
  Letter& letter = under_way_.emplace_back();
  letter.bytes = std::move(bytes);
  MPI_Isend(letter.bytes.data(), static_cast<int>(letter.bytes.size()), MPI_BYTE, destination,
            tag(), communicator_.get(), &letter.request);
  forget_sent();
}

void PostOffice::forget_sent() {
  while (!under_way_.empty()) {
    int done = 0;
    MPI_Test(&under_way_.front().request, &done, MPI_STATUS_IGNORE);
    if (done == 0) return;
    under_way_.pop_front();
  }
}

bool PostOffice::fetch(const std::function<void(int, const Bytes&)>& take) {
  for (bool any = false;; any = true) {
    int here = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, tag(), communicator_.get(), &here, &message, &status);
    if (here == 0) return any;
    int count = 0;
    MPI_Get_count(&status, MPI_BYTE, &count);
    Bytes bytes(static_cast<std::size_t>(count));
    MPI_Mrecv(bytes.data(), count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    ++mine_[Received];
    take(status.MPI_SOURCE, bytes);
  }
}

std::optional<std::uint64_t> PostOffice::all_idle(std::uint64_t waiting) {
  forget_sent();
  if (counting_ == MPI_REQUEST_NULL) {
    mine_[Waiting] = waiting;
    before_ = std::exchange(all_, {});
    given_ = mine_;
    MPI_Iallreduce(given_.data(), all_.data(), kCounts, MPI_UINT64_T, MPI_SUM, communicator_.get(),
                   &counting_);
  }
  int done = 0;
  MPI_Test(&counting_, &done, MPI_STATUS_IGNORE);
  if (done == 0) {
    sched_yield();  // yields the processor to other processes
    return std::nullopt;
  }
  const bool quiet = all_[Sent] == all_[Received];
  const bool same = compared_ && all_[Sent] == before_[Sent] && all_[Received] == before_[Received];
  compared_ = true;
  if (!quiet || !same) return std::nullopt;
  compared_ = false;
  ++rounds_;
  return all_[Waiting];
}

}  // namespace lull::parallel
