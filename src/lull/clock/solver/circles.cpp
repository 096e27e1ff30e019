// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/solver/circles.hpp"

#include <algorithm>

namespace lull {
namespace {

class Search {
 public:
  using Visit = std::function<void(std::span<const std::uint32_t>)>;

  Search(const Neighbours& later, const Visit& visit)
      : later_(later), visit_(visit), lowest_(later.nodes()) {}

  void run() {
    for (std::uint32_t node = 0; node < later_.nodes(); ++node)
      if (lowest_[node] == kUnseen) walk(node);
  }

 private:
  static constexpr std::uint32_t kUnseen = 0;
  static constexpr std::uint32_t kDone = ~std::uint32_t{0};

  struct Step {
    std::uint32_t node;
    std::uint32_t edge;    // next edge to follow
    std::uint32_t number;  // order of discovery
  };

  void enter(std::uint32_t node) {
    lowest_[node] = ++seen_;
    way_.push_back({node, later_.begin(node), seen_});
    open_.push_back(node);
  }

  void walk(std::uint32_t from) {
    enter(from);
    while (!way_.empty()) {
      Step& step = way_.back();
      if (step.edge == later_.end(step.node)) {
        leave();
        continue;
      }
      const std::uint32_t target = later_.target(step.edge++);
      if (lowest_[target] == kUnseen)
        enter(target);
      else if (lowest_[target] != kDone)
        lowest_[step.node] = std::min(lowest_[step.node], lowest_[target]);
    }
  }

  void leave() {
    const Step step = way_.back();
    way_.pop_back();
    const std::uint32_t lowest = lowest_[step.node];
    if (!way_.empty()) {
      std::uint32_t& outer = lowest_[way_.back().node];
      outer = std::min(outer, lowest);
    }
    if (lowest != step.number) return;
    const auto first = std::find(open_.rbegin(), open_.rend(), step.node).base() - 1;
    const std::span<std::uint32_t> circle(first, open_.end());
    for (const std::uint32_t member : circle) lowest_[member] = kDone;
    std::ranges::sort(circle);
    visit_(circle);
    open_.erase(first, open_.end());
  }

  const Neighbours& later_;
  const Visit& visit_;
  std::vector<std::uint32_t> lowest_;  // by node: the earliest discovered node reachable from it
  std::uint32_t seen_ = 0;
  std::vector<Step> way_;
  std::vector<std::uint32_t> open_;  // discovered, and not yet in a circle
};

}  // namespace

void for_each_circle(const Neighbours& later,
                     const std::function<void(std::span<const std::uint32_t>)>& visit) {
  Search(later, visit).run();
}

std::vector<std::vector<std::uint32_t>> circles_of(const Neighbours& later) {
  std::vector<std::vector<std::uint32_t>> circles;
  for_each_circle(later, [&circles](std::span<const std::uint32_t> circle) {
    circles.emplace_back(circle.begin(), circle.end());
  });
  std::ranges::reverse(circles);
  return circles;
}

}  // namespace lull
