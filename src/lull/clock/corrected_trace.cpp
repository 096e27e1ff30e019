// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/corrected_trace.hpp"

#include <utility>
#include <vector>

#include "lull/clock/time_map.hpp"

namespace lull {
namespace {

class CorrectedCursor final : public EventCursor {
 public:
  CorrectedCursor(std::unique_ptr<EventCursor> inner, TimeMap map)
      : inner_(std::move(inner)), map_(std::move(map)) {}

  std::span<const Event> next() override {
    const std::span<const Event> raw = inner_->next();
    events_.assign(raw.begin(), raw.end());
    for (Event& event : events_) {
      if (auto* flush = std::get_if<BufferFlush>(&event.body)) flush->stop = map_(flush->stop);
      event.time = map_(event.time);
    }
    return events_;
  }

  void release(std::size_t unread) override { inner_->release(unread); }
  void seek(std::uint64_t position) override { inner_->seek(position); }
  [[nodiscard]] std::optional<std::uint64_t> position() const override {
    return inner_->position();
  }
  [[nodiscard]] const std::string& damage() const override { return inner_->damage(); }

 private:
  std::unique_ptr<EventCursor> inner_;
  TimeMap map_;
  std::vector<Event> events_;
};

}  // namespace

std::unique_ptr<EventCursor> CorrectedTrace::open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const {
  auto cursor = source_.open(location, selection, attributes);
  const auto& all_offsets = offsets_ == nullptr ? definitions().clock_offsets : *offsets_;
  if (location.index() >= all_offsets.size()) return cursor;
  TimeMap map(all_offsets[location.index()]);
  if (map.identity()) return cursor;
  return std::make_unique<CorrectedCursor>(std::move(cursor), std::move(map));
}

}  // namespace lull
