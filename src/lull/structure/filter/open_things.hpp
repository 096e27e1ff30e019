// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What is open on a location: regions, programs, teams and forks, in the order in which they were
// begun. To begin it again where a time range begins, and to end it where that ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "lull/trace/open_regions.hpp"

namespace lull::structure {

class OpenThings {
 public:
  // `definitions` must outlive this.
  explicit OpenThings(const Definitions& definitions) : regions_(definitions) {}

  void follow(const EventBody& body) {
    regions_.follow(
        body,
        [&](RegionId region) {
          open_.push_back({next_, body});
          return Frame{region, next_++};
        },
        [&](const Frame& frame) {
          if (open_.back().number == frame.number) return open_.pop_back();
          std::erase_if(open_, [&](const Open& open) { return open.number == frame.number; });
        });
    std::visit([&](const auto& event) { on(event); }, body);
  }
  // begin(event) for each, in order.
  template <class Use>
  void begin_all(Use&& use) const {
    for (const Open& open : open_) use(open.begin);
  }
  // end(event) for each, the last one first.
  template <class Use>
  void end_all(Use&& use) const {
    for (auto open = open_.rbegin(); open != open_.rend(); ++open) use(end_of(open->begin));
  }
  [[nodiscard]] bool empty() const { return open_.empty(); }

 private:
  struct Frame {
    RegionId region;
    std::uint64_t number = 0;
  };
  struct Open {
    std::uint64_t number = 0;
    EventBody begin;
  };

  void on(const ThreadFork& event) { open_.push_back({next_++, event}); }
  // With it ends the team that it has forked and works for itself.
  void on(const ThreadJoin&) {
    const auto fork = last<ThreadFork>();
    if (fork == open_.end()) return;
    const auto is_team = [](const Open& open) {
      return std::holds_alternative<ThreadTeamBegin>(open.begin);
    };
    open_.erase(std::remove_if(fork, open_.end(), is_team), open_.end());
    end_last<ThreadFork>();
  }
  void on(const ThreadTeamBegin& event) { open_.push_back({next_++, event}); }
  void on(const ThreadTeamEnd&) { end_last<ThreadTeamBegin>(); }
  void on(const ProgramBegin& event) { open_.push_back({next_++, event}); }
  void on(const ProgramEnd&) { end_last<ProgramBegin>(); }
  void on(const auto&) {}

  template <class Begin>
  std::vector<Open>::iterator last() {
    const auto found = std::find_if(open_.rbegin(), open_.rend(), [](const Open& open) {
      return std::holds_alternative<Begin>(open.begin);
    });
    return found == open_.rend() ? open_.end() : std::prev(found.base());
  }
  template <class Begin>
  void end_last() {
    if (const auto found = last<Begin>(); found != open_.end()) open_.erase(found);
  }

  static EventBody end_of(const EventBody& begin) {
    if (const auto* enter = std::get_if<Enter>(&begin)) return Leave{enter->region};
    if (const auto* context = std::get_if<CallingContextEnter>(&begin))
      return CallingContextLeave{context->context};
    if (const auto* fork = std::get_if<ThreadFork>(&begin)) return ThreadJoin{fork->model};
    if (const auto* team = std::get_if<ThreadTeamBegin>(&begin)) return ThreadTeamEnd{team->team};
    return ProgramEnd{0};
  }

  OpenRegions<Frame> regions_;
  std::vector<Open> open_;
  std::uint64_t next_ = 0;
};

}  // namespace lull::structure
