// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/source/stashed_cursor.hpp"

#include <cassert>
#include <utility>

namespace lull {
namespace {

// The batches of many locations should fit into a cache.
constexpr std::size_t kBatch = 32;

}  // namespace

StashedCursor::StashedCursor(std::unique_ptr<EventCursor> inner, std::size_t ahead,
                             Attributes attributes)
    : inner_(std::move(inner)), ahead_(ahead), attributes_(attributes) {
  if (attributes_ == Attributes::Read) packer_.keep_attributes();
}

std::span<const Event> StashedCursor::next() {
  values_.clear();
  events_.clear();
  fresh_ = false;
  if (more()) packer_.unpack(kBatch, events_, values_);
  return events_;
}

void StashedCursor::release(std::size_t unread) {
  assert(unread == 0);  // events that were packed need no file
  static_cast<void>(unread);
}

void StashedCursor::seek(std::uint64_t position) {
  packer_ = {};
  if (attributes_ == Attributes::Read) packer_.keep_attributes();
  ended_ = false;
  inner_->seek(position);
}

bool StashedCursor::more() {
  if (packer_.size() > 0) return true;
  while (!ended_ && packer_.size() < ahead_) {
    const bool first = packer_.size() == 0;
    ended_ = !inner_->pack_next(packer_);
    if (first) position_ = inner_->position();
  }
  fresh_ = packer_.size() > 0;
  if (!ended_) inner_->release(0);
  return packer_.size() > 0;
}

}  // namespace lull
