// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Everything that is open on a location, in the order in which it began: regions, programs, teams,
// forks and threads created by the program. Used to reopen these things where a time range begins,
// and to close them where it ends. Takes amortised constant time per event.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "lull/trace/rules/open_regions.hpp"

namespace lull::structure {

class OpenThings {
 public:
  // `definitions` must outlive this object.
  explicit OpenThings(const Definitions& definitions) : regions_(definitions) {}

  void follow(const EventBody& body) {
    regions_.follow(
        body,
        [&](RegionId region) {
          return Frame{region, begin(body)};
        },
        [&](const Frame& frame) { end(frame.number); });
    std::visit([&](const auto& event) { on(event); }, body);
  }
  // Calls use(event) for each begin event, in order.
  template <class Use>
  void begin_all(Use&& use) const {
    for (const Open& open : open_)
      if (!open.over) use(open.begin);
  }
  // Calls use(event) for each matching end event, in reverse order.
  template <class Use>
  void end_all(Use&& use) const {
    for (auto open = open_.rbegin(); open != open_.rend(); ++open)
      if (!open->over) use(end_of(open->begin));
  }
  // Threads created by the program: the last one begun, and whether one is running.
  [[nodiscard]] const std::optional<ThreadBegin>& thread() const { return thread_; }
  [[nodiscard]] bool in_thread() const { return !threads_.empty(); }

 private:
  struct Frame {
    RegionId region;
    std::uint64_t number = 0;
  };
  struct Open {
    std::uint64_t number = 0;
    EventBody begin;
    bool over = false;
  };
  using Numbers = std::vector<std::uint64_t>;  // ascending

  std::uint64_t begin(const EventBody& body) {
    open_.push_back({next_, body});
    return next_++;
  }
  // Closed entries within open entries are removed together with them, or when closed entries are
  // the majority.
  void end(std::uint64_t number) {
    const auto place = std::ranges::lower_bound(open_, number, {}, &Open::number);
    place->over = true;
    ++over_;
    for (; !open_.empty() && open_.back().over; --over_) open_.pop_back();
    if (2 * over_ <= open_.size()) return;
    std::erase_if(open_, [](const Open& open) { return open.over; });
    over_ = 0;
  }
  void end_last(Numbers& numbers) {
    if (numbers.empty()) return;
    end(numbers.back());
    numbers.pop_back();
  }

  void on(const ThreadFork& event) { forks_.push_back(begin(event)); }
  // Joining also ends the team that this location forked and works in.
  void on(const ThreadJoin&) {
    if (forks_.empty()) return;
    while (!teams_.empty() && teams_.back() > forks_.back()) end_last(teams_);
    end_last(forks_);
  }
  void on(const ThreadTeamBegin& event) { teams_.push_back(begin(event)); }
  void on(const ThreadTeamEnd&) { end_last(teams_); }
  void on(const ProgramBegin& event) { programs_.push_back(begin(event)); }
  void on(const ProgramEnd&) { end_last(programs_); }
  void on(const ThreadBegin& event) {
    threads_.push_back(begin(event));
    thread_ = event;
  }
  void on(const ThreadEnd&) { end_last(threads_); }
  void on(const auto&) {}

  static EventBody end_of(const EventBody& begin) {
    if (const auto* enter = std::get_if<Enter>(&begin)) return Leave{enter->region};
    if (const auto* context = std::get_if<CallingContextEnter>(&begin))
      return CallingContextLeave{context->context};
    if (const auto* fork = std::get_if<ThreadFork>(&begin)) return ThreadJoin{fork->model};
    if (const auto* team = std::get_if<ThreadTeamBegin>(&begin)) return ThreadTeamEnd{team->team};
    if (const auto* thread = std::get_if<ThreadBegin>(&begin))
      return ThreadEnd{thread->contingent, thread->sequence};
    return ProgramEnd{0};
  }

  OpenRegions<Frame> regions_;
  std::vector<Open> open_;  // ascending by number
  std::size_t over_ = 0;    // number of closed entries
  std::uint64_t next_ = 0;
  Numbers forks_;
  Numbers teams_;
  Numbers programs_;
  Numbers threads_;
  std::optional<ThreadBegin> thread_;
};

}  // namespace lull::structure
