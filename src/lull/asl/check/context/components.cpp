// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/check/context/components.hpp"

#include <algorithm>

namespace lull::asl {
namespace {

class Tarjan {
 public:
  explicit Tarjan(const Edges& edges)
      : edges_(edges), index_(edges.size(), 0), low_(edges.size(), 0), open_(edges.size(), false) {
    result_.of.resize(edges.size());
  }

  Components run() {
    for (std::uint32_t node = 0; node < edges_.size(); ++node)
      if (index_[node] == 0) from(node);
    return std::move(result_);
  }

 private:
  struct Step {
    std::uint32_t node;
    std::size_t next;  // next edge
  };

  void begin(std::uint32_t node) {
    index_[node] = low_[node] = ++last_;
    open_[node] = true;
    stack_.push_back(node);
    steps_.push_back({node, 0});
  }

  void from(std::uint32_t first) {
    begin(first);
    while (!steps_.empty()) {
      Step& step = steps_.back();
      const std::uint32_t node = step.node;
      if (step.next < edges_[node].size()) {
        const std::uint32_t target = edges_[node][step.next++];
        if (index_[target] == 0)
          begin(target);
        else if (open_[target])
          low_[node] = std::min(low_[node], index_[target]);
        continue;
      }
      steps_.pop_back();
      if (!steps_.empty())
        low_[steps_.back().node] = std::min(low_[steps_.back().node], low_[node]);
      if (low_[node] == index_[node]) close(node);
    }
  }

  void close(std::uint32_t first) {
    std::vector<std::uint32_t> members;
    std::uint32_t node = 0;
    do {
      node = stack_.back();
      stack_.pop_back();
      open_[node] = false;
      result_.of[node] = static_cast<std::uint32_t>(result_.members.size());
      members.push_back(node);
    } while (node != first);
    const auto& own = edges_[first];
    result_.circle.push_back(members.size() > 1 ||
                             std::find(own.begin(), own.end(), first) != own.end());
    std::sort(members.begin(), members.end());
    result_.members.push_back(std::move(members));
  }

  const Edges& edges_;
  Components result_;
  std::vector<std::uint32_t> index_;  // 0: not visited
  std::vector<std::uint32_t> low_;
  std::vector<bool> open_;
  std::vector<std::uint32_t> stack_;
  std::vector<Step> steps_;
  std::uint32_t last_ = 0;
};

}  // namespace

Components components_of(const Edges& edges) { return Tarjan(edges).run(); }

}  // namespace lull::asl
