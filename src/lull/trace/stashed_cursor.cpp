// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/stashed_cursor.hpp"

#include <cassert>
#include <utility>
#include <vector>

#include "lull/trace/event_packer.hpp"

namespace lull {
namespace {

constexpr std::size_t kBatch = 64;

class StashedCursor final : public EventCursor {
 public:
  StashedCursor(std::unique_ptr<EventCursor> inner, std::size_t ahead)
      : inner_(std::move(inner)), ahead_(ahead) {}

  std::span<const Event> next() override {
    if (packer_.size() == 0) refill();
    values_.clear();
    packer_.unpack(kBatch, events_, values_);
    return events_;
  }

  void release(std::size_t unread) override {
    assert(unread == 0);  // events that were packed need no file
    static_cast<void>(unread);
  }
  void seek(std::uint64_t position) override {
    packer_ = {};
    ended_ = false;
    inner_->seek(position);
  }
  [[nodiscard]] const std::string& damage() const override { return inner_->damage(); }

 private:
  void refill() {
    while (!ended_ && packer_.size() < ahead_) {
      const std::span<const Event> events = inner_->next();
      ended_ = events.empty();
      packer_.pack(events);
    }
    if (!ended_) inner_->release(0);
  }

  std::unique_ptr<EventCursor> inner_;
  std::size_t ahead_;
  bool ended_ = false;
  EventPacker packer_;
  std::vector<Event> events_;
  std::vector<std::vector<Value>> values_;
};

}  // namespace

std::unique_ptr<EventCursor> make_stashed_cursor(std::unique_ptr<EventCursor> inner,
                                                 std::size_t ahead) {
  return std::make_unique<StashedCursor>(std::move(inner), ahead);
}

}  // namespace lull
