// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// An analysis as several processes of MPI.
#pragma once

#include "lull/analysis/partners.hpp"
#include "lull/parallel/transport.hpp"

namespace lull::parallel {

class MpiPartners final : public analysis::Partners {
 public:
  explicit MpiPartners(MPI_Comm communicator)
      : communicator_(communicator), rank_(rank_in(communicator)), size_(size_of(communicator)) {}

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  [[nodiscard]] std::vector<Bytes> exchange(const std::vector<Bytes>& to) override;
  [[nodiscard]] Bytes reduce(Bytes mine, const Merge& merge) override;

 private:
  OwnCommunicator communicator_;
  int rank_;
  int size_;
};

}  // namespace lull::parallel
