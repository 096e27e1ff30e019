// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A cursor that delivers the events of another one, each of them changed in place. Memory: a copy
// of the current batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lull/trace/event/kept_events.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

class ChangingCursor : public EventCursor {
 public:
  std::span<const Event> next() final {
    const std::span<const Event> raw = inner_->next();
    events_.assign(raw.begin(), raw.end());
    change(events_);
    return events_;
  }
  bool next_kept(KeptEvents& kept) final {
    if (!inner_->next_kept(kept)) return false;
    change(kept.events);
    return true;
  }
  void expect() const final { inner_->expect(); }
  void release(std::size_t unread) final { inner_->release(unread); }
  void seek(std::uint64_t position) final { inner_->seek(position); }
  [[nodiscard]] std::optional<std::uint64_t> position() const final { return inner_->position(); }
  [[nodiscard]] const std::string& damage() const final { return inner_->damage(); }

 protected:
  explicit ChangingCursor(std::unique_ptr<EventCursor> inner) : inner_(std::move(inner)) {}
  [[nodiscard]] EventCursor& inner() const { return *inner_; }

 private:
  // Called once for each batch.
  virtual void change(std::span<Event> events) = 0;

  std::unique_ptr<EventCursor> inner_;
  std::vector<Event> events_;
};

}  // namespace lull
