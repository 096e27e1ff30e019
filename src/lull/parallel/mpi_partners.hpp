// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// MPI processes as the partners of a distributed analysis.
#pragma once

#include <array>
#include <vector>

#include "lull/analysis/distribution/partners.hpp"
#include "lull/parallel/transport.hpp"

namespace lull::parallel {

class MpiPartners final : public analysis::Partners {
 public:
  explicit MpiPartners(MPI_Comm communicator)
      : communicator_(communicator), rank_(rank_in(communicator)), size_(size_of(communicator)) {}
  MpiPartners(const MpiPartners&) = delete;
  MpiPartners& operator=(const MpiPartners&) = delete;
  ~MpiPartners() override { MPI_Wait(&handing_on_, MPI_STATUS_IGNORE); }

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  // Throws Error (system) if a letter is too large for one MPI message.
  void start(Round mine) override;
  [[nodiscard]] Round finish() override;
  [[nodiscard]] Bytes reduce(Bytes mine, const Merge& merge) override;
  void hand_on(Bytes mine) override;
  [[nodiscard]] Bytes handed_on() override;

 private:
  OwnCommunicator communicator_;
  int rank_;
  int size_;
  // The exchange in progress: this process's round, the numbers of all processes, the sizes of
  // letters.
  Round mine_;
  Numbers all_;
  std::vector<int> sent_;
  std::vector<int> received_;
  std::array<MPI_Request, 3> agreeing_{};
  std::vector<MPI_Request> moving_;  // letters
  Bytes handed_on_;
  MPI_Request handing_on_ = MPI_REQUEST_NULL;
};

}  // namespace lull::parallel
