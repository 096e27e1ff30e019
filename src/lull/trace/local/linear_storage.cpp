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
  [[nodiscard]] CallNodeId node() const override { return storage_->node_of(position_); }
  [[nodiscard]] CallNodeId node_behind() const override { return storage_->node_behind(position_); }
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
    switch (entry.kind) {
      case LinearStorage::Kind::Enter:
        event_.body = Enter{storage_->tree_[CallNodeId(entry.what)].region};
        return;
      case LinearStorage::Kind::Leave:
        event_.body = Leave{storage_->tree_[CallNodeId(entry.what)].region};
        return;
      case LinearStorage::Kind::ContextEnter: {
        const LinearStorage::ContextCall& call = storage_->contexts_[entry.what];
        event_.body = CallingContextEnter{call.context, call.unwind_distance};
        return;
      }
      case LinearStorage::Kind::ContextLeave:
        event_.body = CallingContextLeave{storage_->contexts_[entry.what].context};
        return;
      case LinearStorage::Kind::Stray:
      case LinearStorage::Kind::Other:
        event_.body = storage_->others_[entry.what];
    }
  }

  const LinearStorage* storage_;
  std::uint64_t position_;
  Event event_;
};

LinearStorage::LinearStorage(EventCursor& cursor, const Definitions& definitions, CallTree& tree)
    : tree_(tree) {
  OpenRegions<Frame> regions(definitions);
  for (auto events = cursor.next(); !events.empty(); events = cursor.next())
    for (const Event& event : events) add(event, tree, regions);
  entries_.shrink_to_fit();
  others_.shrink_to_fit();
  contexts_.shrink_to_fit();
}

void LinearStorage::add(const Event& event, CallTree& tree, OpenRegions<Frame>& regions) {
  if (entries_.size() >= kNone - 1 || others_.size() >= kMostWhat || contexts_.size() >= kMostWhat)
    throw Error(ExitStatus::Input, "a location has more events than a local trace can hold");
  const auto position = static_cast<std::uint32_t>(entries_.size());
  const auto around = [&] { return regions.empty() ? kNone : regions.top().enter; };
  const std::uint32_t before = around();
  const CallNodeId caller = regions.empty() ? CallNodeId{} : regions.top().node;
  Frame left;
  const auto open = [&](RegionId region) {
    return Frame{region, tree.child(caller, region), position};
  };
  const bool is_leave = std::holds_alternative<Leave>(event.body) ||
                        std::holds_alternative<CallingContextLeave>(event.body);
  const auto close = [&](const Frame& frame) {
    if (is_leave) entries_[frame.enter].link = position;
    left = frame;
  };
  switch (regions.follow(event.body, open, close)) {
    case RegionEffect::Opens:
      if (const auto* call = std::get_if<CallingContextEnter>(&event.body)) {
        entries_.emplace_back(event.time, Kind::ContextEnter, contexts_.size(), kNone);
        contexts_.push_back({regions.top().node, call->context, call->unwind_distance});
      } else {
        entries_.emplace_back(event.time, Kind::Enter, regions.top().node.index(), kNone);
      }
      return;
    case RegionEffect::Leaves:
      if (left.enter != before) skipping_[position] = left.enter;
      if (const auto* call = std::get_if<CallingContextLeave>(&event.body)) {
        entries_.emplace_back(event.time, Kind::ContextLeave, contexts_.size(), around());
        contexts_.push_back({left.node, call->context, 0});
      } else {
        entries_.emplace_back(event.time, Kind::Leave, left.node.index(), around());
      }
      return;
    case RegionEffect::Stray:
      return add_other(event, Kind::Stray, around());
    case RegionEffect::Ends:
    case RegionEffect::None:
      return add_other(event, Kind::Other, around());
  }
}

void LinearStorage::add_other(const Event& event, Kind kind, std::uint32_t around) {
  EventBody body = event.body;
  if (auto* sample = std::get_if<MetricSample>(&body)) {
    values_.push_back(std::make_unique<Value[]>(sample->values.size()));
    std::ranges::copy(sample->values, values_.back().get());
    value_bytes_ += sample->values.size_bytes();
    sample->values = {values_.back().get(), sample->values.size()};
  }
  entries_.emplace_back(event.time, kind, others_.size(), around);
  others_.push_back(body);
}

std::size_t LinearStorage::bytes() const {
  return entries_.size() * sizeof entries_[0] + others_.size() * sizeof others_[0] +
         values_.size() * sizeof values_[0] + value_bytes_ +
         contexts_.size() * sizeof contexts_[0] + skipping_.size() * 2 * sizeof(std::uint64_t);
}

// The preceding event determines it, unless a leave skips regions.
std::uint32_t LinearStorage::enter_of(std::uint64_t position) const {
  if (position < entries_.size()) {
    const Entry& entry = entries_[position];
    if (entry.kind == Kind::Other) return entry.link;
    if (entry.kind == Kind::Stray) return kNone;
    if (!skipping_.empty())
      if (const auto found = skipping_.find(static_cast<std::uint32_t>(position));
          found != skipping_.end())
        return found->second;
  }
  if (position == 0) return kNone;
  const Entry& before = entries_[position - 1];
  const bool enters = before.kind == Kind::Enter || before.kind == Kind::ContextEnter;
  return enters ? static_cast<std::uint32_t>(position - 1) : before.link;
}

std::uint32_t LinearStorage::leave_of(std::uint64_t position) const {
  if (position >= entries_.size()) return kNone;
  const Entry& entry = entries_[position];
  switch (entry.kind) {
    case Kind::Enter:
    case Kind::ContextEnter:
      return entry.link;
    case Kind::Stray:
      return kNone;
    case Kind::Leave:
    case Kind::ContextLeave:
    case Kind::Other:
      return entry.link == kNone ? kNone : entries_[entry.link].link;
  }
  return kNone;
}

CallNodeId LinearStorage::node_of(std::uint64_t position) const {
  const Entry& entry = entries_[position];
  switch (entry.kind) {
    case Kind::Enter:
    case Kind::Leave:
      return CallNodeId(entry.what);
    case Kind::ContextEnter:
    case Kind::ContextLeave:
      return contexts_[entry.what].node;
    case Kind::Stray:
      return {};
    case Kind::Other:
      return node_behind(position);
  }
  return {};
}

CallNodeId LinearStorage::node_behind(std::uint64_t position) const {
  const Entry& entry = entries_[position];
  if (entry.kind == Kind::Enter || entry.kind == Kind::ContextEnter) return node_of(position);
  return entry.link == kNone ? CallNodeId{} : node_of(entry.link);
}

std::unique_ptr<LocalPlace> LinearStorage::at(std::uint64_t position) const {
  return std::make_unique<LinearPlace>(*this, position);
}

}  // namespace lull
