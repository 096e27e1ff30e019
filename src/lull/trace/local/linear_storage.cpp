// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/local/linear_storage.hpp"

#include <algorithm>

#include "lull/base/error.hpp"

namespace lull {

class LinearPlace final : public LocalPlace {
 public:
  LinearPlace(const LinearStorage& storage, std::uint64_t position)
      : storage_(&storage), position_(position) {
    look();
  }
  [[nodiscard]] std::unique_ptr<LocalPlace> copy() const override {
    return std::make_unique<LinearPlace>(*this);
  }
  [[nodiscard]] std::uint64_t position() const override { return position_; }
  [[nodiscard]] const Event& event() const override { return event_; }
  [[nodiscard]] CallNodeId node() const override {
    const LinearStorage::Entry& entry = storage_->entries_[position_];
    if (entry.kind != LinearStorage::Kind::Other) return CallNodeId(entry.what);
    return entry.link == LinearStorage::kNone ? CallNodeId{}
                                              : CallNodeId(storage_->entries_[entry.link].what);
  }
  void forward() override { go_to(position_ + 1); }
  void backward() override { go_to(position_ - 1); }
  bool to_enter() override { return go_where(storage_->enter_of(position_)); }
  bool to_leave() override { return go_where(storage_->leave_of(position_)); }

 private:
  void go_to(std::uint64_t position) {
    position_ = position;
    look();
  }
  bool go_where(std::uint32_t position) {
    if (position == LinearStorage::kNone) return false;
    go_to(position);
    return true;
  }
  void look() {
    if (position_ >= storage_->entries_.size()) return;
    const LinearStorage::Entry& entry = storage_->entries_[position_];
    event_.time = entry.time;
    if (entry.kind == LinearStorage::Kind::Other) {
      event_.body = storage_->others_[entry.what];
      return;
    }
    const RegionId region = storage_->tree_[CallNodeId(entry.what)].region;
    if (entry.kind == LinearStorage::Kind::Enter)
      event_.body = Enter{region};
    else
      event_.body = Leave{region};
  }

  const LinearStorage* storage_;
  std::uint64_t position_;
  Event event_;
};

LinearStorage::LinearStorage(EventCursor& cursor, CallTree& tree) : tree_(tree) {
  std::vector<std::uint32_t> open;
  for (auto events = cursor.next(); !events.empty(); events = cursor.next())
    for (const Event& event : events) add(event, tree, open);
  entries_.shrink_to_fit();
  others_.shrink_to_fit();
}

void LinearStorage::add(const Event& event, CallTree& tree, std::vector<std::uint32_t>& open) {
  if (entries_.size() >= kNone - 1 || others_.size() >= kMostWhat)
    throw Error(ExitStatus::Input, "a location has more events than a local trace can hold");
  const auto position = static_cast<std::uint32_t>(entries_.size());
  const std::uint32_t around = open.empty() ? kNone : open.back();
  const CallNodeId caller = around == kNone ? CallNodeId{} : CallNodeId(entries_[around].what);
  if (const auto* enter = std::get_if<Enter>(&event.body)) {
    entries_.emplace_back(event.time, Kind::Enter, tree.child(caller, enter->region).index(),
                          kNone);
    open.push_back(position);
    return;
  }
  if (std::holds_alternative<Leave>(event.body) && around != kNone) {
    open.pop_back();
    entries_[around].link = position;
    entries_.emplace_back(event.time, Kind::Leave, caller.index(),
                          open.empty() ? kNone : open.back());
    return;
  }
  EventBody body = event.body;
  if (auto* sample = std::get_if<MetricSample>(&body)) {
    values_.push_back(std::make_unique<Value[]>(sample->values.size()));
    std::ranges::copy(sample->values, values_.back().get());
    value_bytes_ += sample->values.size_bytes();
    sample->values = {values_.back().get(), sample->values.size()};
  }
  entries_.emplace_back(event.time, Kind::Other, others_.size(), around);
  others_.push_back(body);
}

std::size_t LinearStorage::bytes() const {
  return entries_.size() * sizeof entries_[0] + others_.size() * sizeof others_[0] +
         values_.size() * sizeof values_[0] + value_bytes_;
}

// Whatever stands before knows it.
std::uint32_t LinearStorage::enter_of(std::uint64_t position) const {
  if (position < entries_.size() && entries_[position].kind == Kind::Other)
    return entries_[position].link;
  if (position == 0) return kNone;
  const Entry& before = entries_[position - 1];
  return before.kind == Kind::Enter ? static_cast<std::uint32_t>(position - 1) : before.link;
}

std::uint32_t LinearStorage::leave_of(std::uint64_t position) const {
  const Entry& entry = entries_[position];
  if (entry.kind == Kind::Enter) return entry.link;
  return entry.link == kNone ? kNone : entries_[entry.link].link;
}

std::unique_ptr<LocalPlace> LinearStorage::begin() const {
  return std::make_unique<LinearPlace>(*this, 0);
}
std::unique_ptr<LocalPlace> LinearStorage::end() const {
  return std::make_unique<LinearPlace>(*this, entries_.size());
}

}  // namespace lull
