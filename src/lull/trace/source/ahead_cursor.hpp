// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A cursor whose events another thread may read ahead while earlier ones are in use. Its batches
// are the wrapped cursor's.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "lull/trace/event/kept_events.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

class AheadCursor final : public EventCursor {
 public:
  // Reads up to `ahead` batches ahead from `inner`.
  AheadCursor(std::unique_ptr<EventCursor> inner, std::size_t ahead);

  // Reads ahead as far as there is room. Thread-safe, even while another thread calls next().
  void read_ahead();

  std::span<const Event> next() override;
  void release(std::size_t unread) override;
  void seek(std::uint64_t position) override;
  [[nodiscard]] std::optional<std::uint64_t> position() const override { return batch_.position; }
  // Covers what has been read so far.
  [[nodiscard]] const std::string& damage() const override { return inner_->damage(); }

 private:
  struct Batch {
    KeptEvents kept;
    std::optional<std::uint64_t> position;
  };

  void read_batch(std::unique_lock<std::mutex>& lock);

  std::unique_ptr<EventCursor> inner_;  // used by the thread that has set is_reading_
  std::size_t ahead_;
  Batch batch_;  // the current one

  std::mutex mutex_;  // guards all members below
  std::condition_variable read_;
  std::deque<Batch> batches_;
  std::vector<Batch> used_;  // for reuse
  bool is_reading_ = false;
  bool ended_ = false;
};

}  // namespace lull
