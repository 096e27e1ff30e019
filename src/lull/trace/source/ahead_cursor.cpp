// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/source/ahead_cursor.hpp"

#include <cassert>
#include <utility>

namespace lull {

AheadCursor::AheadCursor(std::unique_ptr<EventCursor> inner, std::size_t ahead)
    : inner_(std::move(inner)), ahead_(ahead) {}

void AheadCursor::read_ahead() {
  std::unique_lock lock(mutex_);
  while (!ended_ && batches_.size() < ahead_) {
    if (is_reading_)
      read_.wait(lock);
    else
      read_batch(lock);
  }
}

std::span<const Event> AheadCursor::next() {
  std::unique_lock lock(mutex_);
  while (batches_.empty() && !ended_) {
    if (is_reading_)
      read_.wait(lock);
    else
      read_batch(lock);
  }
  if (batches_.empty()) return {};
  used_.push_back(std::move(batch_));
  batch_ = std::move(batches_.front());
  batches_.pop_front();
  return batch_.kept.events;
}

// Releases the lock while reading. Other threads may read afterwards, even after an exception.
void AheadCursor::read_batch(std::unique_lock<std::mutex>& lock) {
  struct Reading {
    AheadCursor& cursor;
    std::unique_lock<std::mutex>& lock;
    ~Reading() {
      if (!lock.owns_lock()) lock.lock();
      cursor.is_reading_ = false;
      cursor.read_.notify_all();
    }
  };
  Batch batch;
  if (!used_.empty()) {
    batch = std::move(used_.back());
    used_.pop_back();
  }
  is_reading_ = true;
  const Reading reading{*this, lock};
  lock.unlock();
  const bool any = inner_->next_kept(batch.kept);
  batch.position = inner_->position();
  lock.lock();
  if (any)
    batches_.push_back(std::move(batch));
  else
    ended_ = true;
}

void AheadCursor::release(std::size_t unread) {
  assert(unread == 0);  // events that were read ahead need no file
  static_cast<void>(unread);
}

// No other thread may read ahead meanwhile.
void AheadCursor::seek(std::uint64_t position) {
  batches_.clear();
  ended_ = false;
  inner_->seek(position);
}

}  // namespace lull
