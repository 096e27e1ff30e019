// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/cursors/archive_cursor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "lull/base/text/counted.hpp"

namespace lull::otf2 {

ArchiveCursor::ArchiveCursor(const CursorPlace& place, bool with_attributes)
    : place_(place), with_attributes_(with_attributes) {
  const std::uint64_t chunk = place.files.event_chunk_size;
  if (place.files.plain && (chunk < OTF2_CHUNK_SIZE_MIN || chunk > OTF2_CHUNK_SIZE_MAX))
    break_off(fmt::format("the archive has an invalid chunk size, {}", counted(chunk, "byte")));
  if (!place.local.damage.empty()) break_off(place.local.damage);
}

std::span<const Event> ArchiveCursor::next() {
  while (read_block()) {
    const auto events = batch_->events().subspan(std::min(skip_, batch_->events().size()));
    exact_ = skip_ == 0;
    skip_ = 0;
    if (!events.empty()) return events;
  }
  return {};
}

bool ArchiveCursor::pack_next(EventPacker& packer) {
  if (skip_ > 0) return EventCursor::pack_next(packer);
  packer_ = &packer;
  exact_ = true;
  const std::size_t before = packer.size();
  while (packer.size() == before && read_block()) {
  }
  packer_ = nullptr;
  return packer.size() > before;
}

bool ArchiveCursor::next_kept(KeptEvents& kept) {
  const std::size_t wanted = next().size();
  if (wanted == 0) return false;
  batch_->swap(kept, batch_->events().size() - wanted);
  return true;
}

EventCursor::FeedEnd ArchiveCursor::feed(Timestamp until, EventSink& sink) {
  exact_ = true;
  if (ended_) return FeedEnd::End;
  EventBatch& batch = this->batch();
  batch.feed(sink);
  batch.clear();
  const Timestamp last{until == kEndOfTime ? until.ticks : until.ticks - 1};
  const Block block = read_up_to(last, records_, batch);
  take(block);
  block_ = records_;
  if (ended_) close();
  if (block.limited) return FeedEnd::Limit;
  return ended_ ? FeedEnd::End : FeedEnd::Block;
}

ArchiveCursor::Block ArchiveCursor::read_up_to(Timestamp, std::uint64_t, EventBatch&) {
  throw std::logic_error("this cursor does not support feed()");
}

EventBatch& ArchiveCursor::batch() {
  if (!batch_) batch_ = std::make_unique<EventBatch>(place_.maps, with_attributes_);
  return *batch_;
}

void ArchiveCursor::take(const Block& block) {
  block_ = records_;
  records_ += block.records;
  if (!block.damage.empty()) break_off(block.damage);
  if (block.last) ended_ = true;
}

// Reads a block into the batch, or into the packer. Returns false at the end.
bool ArchiveCursor::read_block() {
  if (!ended_) {
    EventBatch& batch = this->batch();
    batch.pack_into(packer_);
    batch.clear();
    const Block block = read(records_, batch);
    take(block);
    if (block.records > 0) return true;
  }
  ended_ = true;
  close();
  return false;
}

void ArchiveCursor::release(std::size_t unread) {
  if (unread > 0) {
    skip_ = batch_->events().size() - unread;
    records_ = block_;
    ended_ = false;
  }
  close();
}

void ArchiveCursor::seek(std::uint64_t position) {
  close();
  if (!damage_.empty() && position >= records_) return;
  records_ = position;
  skip_ = 0;
  ended_ = false;
}

void ArchiveCursor::close() {
  close_file();
  batch_.reset();
}

void ArchiveCursor::break_off(const std::string& reason) {
  const Location& location = place_.location;
  damage_ =
      fmt::format("Location {} (\"{}\") ends early after {} of {}: {}", location.reference,
                  location.name, grouped(records_), counted(location.events, "record"), reason);
  ended_ = true;
}

}  // namespace lull::otf2
