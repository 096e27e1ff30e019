// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The processes of an analysis report their progress to each other.
#include <algorithm>
#include <span>

#include "lull/analysis/analysis.hpp"

namespace lull::analysis {

std::uint64_t Analysis::mail_waiting() const {
  std::uint64_t waiting = 0;
  for (const Outbox& outbox : outgoing_) waiting += outbox.size();
  return waiting;
}

Agreement Analysis::own_agreement() const {
  return {handled_, next_event(), posted_until(), unfinished(), mail_waiting()};
}

void Analysis::agree() {
  if (options_.partners == nullptr) {
    agreed_ = own_agreement();
    return;
  }
  if (under_way_) events_ += finish_exchange(*options_.partners, outgoing_.back()).events;
  start_exchange(*options_.partners, std::span(outgoing_.data(), pool_.size()), own_agreement());
  agreed_ = finish_exchange(*options_.partners, outgoing_.back());
  under_way_ = false;
}

// Data that the others send about a slice arrives while the next slice is replayed.
void Analysis::begin_agreement() {
  if (options_.partners == nullptr) {
    agreed_ = own_agreement();
  } else {
    if (under_way_) agreed_ = finish_exchange(*options_.partners, outgoing_.back());
    start_exchange(*options_.partners, std::span(outgoing_.data(), pool_.size()), own_agreement());
    if (!std::exchange(under_way_, true)) return open_next_slice(options_.slice_events);
  }
  events_ += agreed_.events;
  if (options_.progress) options_.progress(events_);
  // A slice that ended early, at a checkpoint, says nothing about how long the next should be.
  open_next_slice(until_ == checkpoint_.time ? options_.slice_events : agreed_.events);
}

Timestamp Analysis::posted_until() const {
  Timestamp posted = replayed_;
  for (const auto& standing : standings_) posted = std::min(posted, standing.oldest_open_send);
  return posted;
}

std::uint64_t Analysis::unfinished() const {
  return static_cast<std::uint64_t>(
      std::ranges::count(standings_, false, &ProcessReplay::Standing::ended));
}

Timestamp Analysis::next_event() const {
  Timestamp earliest = kEndOfTime;
  for (const auto& standing : standings_) earliest = std::min(earliest, standing.next);
  return earliest;
}

}  // namespace lull::analysis
