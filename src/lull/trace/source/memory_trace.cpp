// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/source/memory_trace.hpp"

#include <algorithm>
#include <utility>

namespace lull {
namespace {

class MemoryCursor final : public EventCursor {
 public:
  MemoryCursor(const std::vector<Event>& events, const EventSelection& selection)
      : events_(events), selection_(selection) {}

  std::span<const Event> next() override {
    const auto wanted = [this](const Event& event) { return selection_.test(event.body.index()); };
    const auto begin = std::find_if(events_.begin() + next_, events_.end(), wanted);
    const auto end = std::find_if_not(begin, events_.end(), wanted);
    begin_ = begin - events_.begin();
    next_ = end - events_.begin();
    return {begin, end};
  }

  // Unselected events may lie between the unread ones; count back.
  void release(std::size_t unread) override {
    while (unread > 0 && next_ > 0)
      if (selection_.test(events_[static_cast<std::size_t>(--next_)].body.index())) --unread;
  }

  void seek(std::uint64_t position) override {
    next_ = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(position, events_.size()));
  }

  [[nodiscard]] std::optional<std::uint64_t> position() const override {
    return static_cast<std::uint64_t>(begin_);
  }
  [[nodiscard]] const std::string& damage() const override { return damage_; }

 private:
  const std::vector<Event>& events_;
  EventSelection selection_;
  std::ptrdiff_t begin_ = 0;  // start of the last batch
  std::ptrdiff_t next_ = 0;
  std::string damage_;
};

}  // namespace

std::unique_ptr<EventCursor> MemoryTrace::open(LocationId location, const EventSelection& selection,
                                               Attributes /*always kept*/) const {
  return std::make_unique<MemoryCursor>(events.at(location.index()), selection);
}

std::span<const Value> MemoryTrace::store(std::vector<Value> values) {
  return values_.emplace_back(std::move(values));
}

const AttributeList* MemoryTrace::store(AttributeList attributes) {
  return &attributes_.emplace_back(std::move(attributes));
}

}  // namespace lull
