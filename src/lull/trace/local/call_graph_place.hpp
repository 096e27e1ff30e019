// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A place in a compressed complete call graph: the region instances around it, and in each how far
// it is. One step takes constant time; a way to Enter or Leave as long as the instance has items.
#pragma once

#include <vector>

#include "lull/trace/local/call_graph.hpp"
#include "lull/trace/local/local_storage.hpp"

namespace lull {

class CallGraphPlace final : public LocalPlace {
 public:
  // Before the first event.
  CallGraphPlace(const CallGraph& graph, CallTree& tree);

  [[nodiscard]] std::unique_ptr<LocalPlace> copy() const override {
    return std::make_unique<CallGraphPlace>(*this);
  }
  [[nodiscard]] std::uint64_t position() const override { return position_; }
  [[nodiscard]] const Event& event() const override { return event_; }
  [[nodiscard]] CallNodeId node() const override { return around_.back().node; }
  void forward() override;
  void backward() override;
  bool to_enter() override;
  bool to_leave() override;
  void to_end();

 private:
  // An instance around the place. Slot 0 is Enter, slot n the n-th item.
  struct Around {
    std::uint32_t instance = 0;
    std::uint32_t slot = 0;
    std::uint64_t begin = 0;  // ticks
    std::uint64_t end = 0;    // of the slot: where the next item's gap begins
    CallNodeId node;
  };
  [[nodiscard]] const CallGraph::Instance& instance() const {
    return graph_->instances[around_.back().instance];
  }
  [[nodiscard]] std::uint64_t item() const { return instance().first + around_.back().slot - 1; }
  [[nodiscard]] bool is_inner() const {
    return (graph_->items[item()].what & CallGraph::kEvent) == 0;
  }
  [[nodiscard]] bool at_open_end() const {
    return around_.back().slot > 0 && graph_->items[item()].what == CallGraph::kOpenEnd;
  }
  void step_in(bool at_its_end);
  void take(std::int64_t sign);
  void look();
  struct Counts {
    std::uint64_t events = 0;
    std::uint64_t numbers = 0;
    std::uint64_t samples = 0;
  };
  void skip(std::uint32_t from, std::uint32_t to, bool ahead);

  const CallGraph* graph_;
  CallTree* tree_;
  std::vector<Around> around_;
  std::uint64_t position_ = 0;
  std::uint64_t numbers_ = 0;  // of events before
  std::uint64_t samples_ = 0;
  Event event_;
};

}  // namespace lull
