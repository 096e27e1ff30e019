// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/mpi_partners.hpp"

#include <utility>

namespace lull::parallel {

std::vector<Bytes> MpiPartners::exchange(const std::vector<Bytes>& to) {
  return exchange_bytes(to, communicator_.get());
}

Bytes MpiPartners::reduce(Bytes mine, const Merge& merge) {
  Bytes all = reduce_bytes(std::move(mine), communicator_.get(), merge);
  broadcast_bytes(all, 0, communicator_.get());
  return all;
}

}  // namespace lull::parallel
