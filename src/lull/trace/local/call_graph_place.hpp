// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A place in a compressed complete call graph: the region instances around it, and the position in
// each and in the streams. A step takes constant time, and so does a jump to Enter or Leave; a jump
// to a position takes time proportional to the call depth there.
#pragma once

#include <array>
#include <vector>

#include "lull/trace/local/call_graph.hpp"
#include "lull/trace/local/local_storage.hpp"

namespace lull {

class CallGraphPlace final : public LocalPlace {
 public:
  // Starts at the first event.
  CallGraphPlace(const CallGraph& graph, const CallTree& tree);

  [[nodiscard]] std::unique_ptr<LocalPlace> copy() const override {
    return std::make_unique<CallGraphPlace>(*this);
  }
  [[nodiscard]] std::uint64_t position() const override { return before_.events; }
  [[nodiscard]] const Event& event() const override { return event_; }
  [[nodiscard]] CallNodeId node() const override {
    return at_stray() ? CallNodeId{} : around_.back().node;
  }
  [[nodiscard]] CallNodeId node_behind() const override {
    return around_[around_.size() - (at_leave() ? 2 : 1)].node;
  }
  void forward() override;
  void backward() override;
  bool to_enter() override;
  bool to_leave() override;
  void to_position(std::uint32_t position);
  void to_end();

 private:
  // An instance around the place. Slot 0 is its Enter, slot n the n-th item.
  struct Around {
    std::uint32_t instance = 0;
    std::uint32_t slot = 0;
    CallNodeId node;
  };
  [[nodiscard]] const RegionInstances::Instance& instance() const {
    return instance(around_.size() - 1);
  }
  [[nodiscard]] const RegionInstances::Instance& instance(std::size_t level) const {
    return (*instances_)[around_[level].instance];
  }
  [[nodiscard]] bool has_open_end(std::size_t level) const {
    const RegionInstances::Instance& of = instance(level);
    return instances_->item(of, of.items - 1) == RegionInstances::kOpenEnd;
  }
  [[nodiscard]] std::uint32_t item() const {
    return instances_->item(instance(), around_.back().slot - 1);
  }
  [[nodiscard]] bool at_instance() const {
    return around_.back().slot > 0 && (item() & RegionInstances::kEvent) == 0;
  }
  [[nodiscard]] bool at_open_end() const {
    return around_.back().slot > 0 && item() == RegionInstances::kOpenEnd;
  }
  // Returns whether this is the leave that ends the innermost instance.
  [[nodiscard]] bool at_leave() const {
    return around_.back().slot == instance().items && !at_open_end();
  }
  // Returns whether this is a leave of a region that is not open.
  [[nodiscard]] bool at_stray() const;
  // Returns what the event consumes from the streams.
  [[nodiscard]] RegionInstances::Counts own_counts() const {
    return around_.back().slot == 0 ? RegionInstances::Counts{.events = 1}
                                    : instances_->counts_of(item());
  }
  [[nodiscard]] RegionInstances::Counts sum_of(std::uint32_t from, std::uint32_t to) const;
  [[nodiscard]] CallNodeId node_of(CallNodeId caller, RegionId region);
  void step_in(bool at_its_end);
  void step_ahead();
  void step_back();
  void read_number();
  void find_in_streams();
  void look();

  // A recently looked up call path.
  struct Call {
    CallNodeId caller;
    RegionId region;
    CallNodeId node;
  };
  const CallGraph* graph_;
  const RegionInstances* instances_;
  const CallTree* tree_;
  std::array<Call, 16> calls_{};
  std::vector<Around> around_;
  RegionInstances::Counts before_;  // before the event
  std::uint64_t time_ = 0;          // the event's
  std::size_t time_place_ = 0;      // past the event's
  std::size_t number_place_ = 0;    // past the event's
  std::int64_t number_ = 0;         // the event's, relative to the largest before
  std::uint64_t largest_ = 0;       // including the event's
  Event event_;
};

}  // namespace lull
