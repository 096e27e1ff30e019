// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/shmem/transfers.hpp"

#include <otf2/otf2.h>

namespace lull::recorder::shmem {

Transfers& Transfers::instance() {
  static auto* const transfers = new Transfers;
  return *transfers;
}

void Transfers::keep(ContextKey context, std::uint64_t transfer, std::uint32_t window, Way way,
                     bool comes_back) {
  constexpr std::size_t kMost = std::size_t{1} << 16;
  const std::scoped_lock lock(mutex_);
  auto& pending = pending_[context];
  if (pending.size() == 2 * kMost) pending.erase(pending.begin(), pending.begin() + kMost);
  pending.push_back({transfer, window, way == Way::Blocking, comes_back});
}

void Transfers::complete(Location& location, ContextKey context) {
  const std::scoped_lock lock(mutex_);
  const auto found = pending_.find(context);
  if (found == pending_.end()) return;
  for (const Pending& one : found->second) {
    if (!one.here)
      OTF2_EvtWriter_RmaOpCompleteNonBlocking(location.writer(), nullptr, location.now(),
                                              one.window, one.transfer);
    if (!one.at_target)
      OTF2_EvtWriter_RmaOpCompleteRemote(location.writer(), nullptr, location.now(), one.window,
                                         one.transfer);
  }
  if (context == kDefaultContext)
    found->second.clear();
  else
    pending_.erase(found);
}

void Transfers::forget(ContextKey context) {
  const std::scoped_lock lock(mutex_);
  pending_.erase(context);
}

}  // namespace lull::recorder::shmem
