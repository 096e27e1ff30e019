// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/run/pair_window.hpp"

namespace lull::analysis {

void PairWindow::add_to_another(const Sum& sum) {
  if (find(sum.key).key == sum.key || 2 * (size_ + 1) > largest_)
    hand_over();
  else if (2 * (size_ + 1) > sums_.size())
    grow();
  find(sum.key) = sum;
  ++size_;
}

void PairWindow::grow() {
  std::vector<Sum> old(2 * sums_.size());
  old.swap(sums_);
  for (const Sum& sum : old)
    if (sum.key.kind != kNothing) find(sum.key) = sum;
}

void PairWindow::hand_over() {
  using Kind = CommunicationMatrix::Kind;
  for (Sum& sum : sums_) {
    const auto& [kind, from, to] = sum.key;
    if (kind == kNothing) continue;
    if (kind < kWaits)
      matrix_->add({static_cast<Kind>(kind), {}, from, to}, sum.count, sum.amount, sum.ticks);
    else
      matrix_->add({Kind::Wait, MetricIndex(kind - kWaits), from, to}, sum.count, 0, sum.ticks);
    sum = {};
  }
  size_ = 0;
}

}  // namespace lull::analysis
