// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Follows the events of one location and maintains its call stack: which events open and close
// regions, by the rule of CallStack.
//
// - Enter and CallingContextEnter open a region; Leave and CallingContextLeave close it.
// - ProgramEnd closes what was opened since ProgramBegin, if that preceded all regions. A program
//   itself is not a region.
// - A thread that begins to work for a team forked by another location opens regions for that team
//   only: leaves do not look farther back, and ThreadTeamEnd closes what is open. A location's own
//   forks are recognised by its ThreadFork.
//
// Amortised constant time per event. Single-threaded.
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/event/event.hpp"
#include "lull/trace/rules/call_stack.hpp"

namespace lull {

enum class RegionEffect : std::uint8_t {
  None,
  Opens,
  Leaves,  // closes the region that it names, and everything open within
  Stray,   // a leave of a region that is not open
  Ends     // closes regions without being a leave: the end of a program or of work for a team
};

// Returns the region that the event enters or leaves, if it does; it may be undefined.
[[nodiscard]] inline std::optional<RegionId> region_of(const EventBody& body,
                                                       const Definitions& definitions) {
  const auto of_context = [&](CallingContextId context) {
    return context.index() < definitions.calling_contexts.size()
               ? definitions.calling_contexts[context.index()].region
               : RegionId{};
  };
  if (const auto* enter = std::get_if<Enter>(&body)) return enter->region;
  if (const auto* leave = std::get_if<Leave>(&body)) return leave->region;
  if (const auto* enter = std::get_if<CallingContextEnter>(&body))
    return of_context(enter->context);
  if (const auto* leave = std::get_if<CallingContextLeave>(&body))
    return of_context(leave->context);
  return std::nullopt;
}

// Returns the kinds of events that open and close regions.
[[nodiscard]] inline EventSelection select_region_events() {
  return select_events<Enter, Leave, CallingContextEnter, CallingContextLeave, ProgramBegin,
                       ProgramEnd, ThreadFork, ThreadJoin, ThreadTeamBegin, ThreadTeamEnd>();
}

template <class Frame>
class OpenRegions {
 public:
  // A team that the location works for.
  struct Team {
    std::size_t base = 0;      // regions open at its beginning
    std::size_t programs = 0;  // programs running at its beginning
    bool own = false;          // forked by this location: nothing is hidden
    std::size_t fork = 0;      // number of that fork, if it is its own
  };
  // A running program: it counts as a region when it ends.
  struct Program {
    StringId name;
    std::size_t base = 0;  // regions open at its beginning
  };
  // The state apart from the regions; it is small.
  struct Context {
    std::vector<Team> teams;
    std::vector<bool> forks;  // teams forked and not joined: whether the location works for it
    std::vector<Program> programs;
    [[nodiscard]] bool empty() const { return teams.empty() && forks.empty() && programs.empty(); }
  };

  // `definitions` must outlive this.
  explicit OpenRegions(const Definitions& definitions) : definitions_(&definitions) {}

  // Takes the next event of the location. For one that opens a region, open(region) returns the
  // frame. For one that closes regions, close(frame) is called for each of them, innermost first,
  // after it was removed from the stack; a leave's own region is the last.
  template <class Open, class Close>
  RegionEffect follow(const EventBody& body, Open&& open, Close&& close) {
    if (const auto* enter = std::get_if<Enter>(&body)) {
      stack_.push(open(enter->region));
      return RegionEffect::Opens;
    }
    if (const auto* leave = std::get_if<Leave>(&body)) return this->leave(leave->region, close);
    if (!is_one_of<CallingContextEnter, CallingContextLeave, ProgramBegin, ProgramEnd, ThreadFork,
                   ThreadJoin, ThreadTeamBegin, ThreadTeamEnd>(body)) [[likely]]
      return RegionEffect::None;
    return std::visit(
        [&]<class Body>(const Body& event) { return follow_rare(event, body, open, close); }, body);
  }

  // Returns the open regions, outermost first, including hidden ones.
  [[nodiscard]] const CallStack<Frame>& stack() const { return stack_; }
  [[nodiscard]] const Context& context() const { return context_; }
  [[nodiscard]] bool empty() const { return stack_.empty(); }
  [[nodiscard]] const Frame& top() const { return stack_.top(); }
  [[nodiscard]] Frame& top() { return stack_.top(); }
  // Removes the innermost region, at the end of the trace.
  Frame pop() {
    while (stack_.size() == stack_.base() && stack_.bases() > 0) stack_.end_base();
    Frame frame = std::move(stack_.top());
    stack_.pop();
    return frame;
  }

  // Restores a saved state: `regions` are frames, outermost first.
  template <class Frames>
  void restore(const Frames& regions, Context context) {
    stack_.clear();
    context_ = std::move(context);
    auto team = context_.teams.begin();
    const auto begin_bases = [&] {
      for (; team != context_.teams.end() && (team->own || team->base <= stack_.size()); ++team)
        if (!team->own) stack_.begin_base();
    };
    for (const Frame& frame : regions) {
      begin_bases();
      stack_.push(frame);
    }
    begin_bases();
  }

 private:
  template <class Body, class Open, class Close>
  RegionEffect follow_rare(const Body& event, const EventBody& body, Open& open, Close& close) {
    if constexpr (std::is_same_v<Body, CallingContextEnter>) {
      stack_.push(open(*region_of(body, *definitions_)));
      return RegionEffect::Opens;
    } else if constexpr (std::is_same_v<Body, CallingContextLeave>) {
      return leave(*region_of(body, *definitions_), close);
    } else if constexpr (std::is_same_v<Body, ProgramBegin>) {
      context_.programs.push_back({event.name, stack_.size()});
    } else if constexpr (std::is_same_v<Body, ProgramEnd>) {
      return end_program(close);
    } else if constexpr (std::is_same_v<Body, ThreadFork>) {
      context_.forks.push_back(false);
    } else if constexpr (std::is_same_v<Body, ThreadJoin>) {
      join();
    } else if constexpr (std::is_same_v<Body, ThreadTeamBegin>) {
      begin_team();
    } else if constexpr (std::is_same_v<Body, ThreadTeamEnd>) {
      return end_team(close);
    }
    return RegionEffect::None;
  }

  template <class Close>
  RegionEffect leave(RegionId region, Close& close) {
    const std::size_t closed = stack_.closed_by(region);
    if (closed == 0) [[unlikely]]
      return RegionEffect::Stray;
    this->close(stack_.size() - closed, close);
    return RegionEffect::Leaves;
  }

  // Closes regions until `remaining` are left.
  template <class Close>
  void close(std::size_t remaining, Close& close) {
    while (stack_.size() > remaining) {
      Frame frame = std::move(stack_.top());
      stack_.pop();
      close(frame);
    }
    // A program that began within a region ends with it.
    while (!context_.programs.empty() && context_.programs.back().base > remaining)
      [[unlikely]] context_.programs.pop_back();
  }

  // Acts like a leave of a region that stands for the program.
  template <class Close>
  RegionEffect end_program(Close& close) {
    auto& programs = context_.programs;
    if (programs.empty() || programs.front().base > 0) return RegionEffect::None;
    std::size_t hidden = 0;
    for (const Team& team : context_.teams)
      if (!team.own) hidden = team.programs;
    std::size_t last = programs.size();
    while (last > hidden && programs[last - 1].name != programs.front().name) --last;
    if (last == hidden) return RegionEffect::None;
    const std::size_t remaining = programs[last - 1].base;
    programs.resize(last - 1);
    const bool ends = stack_.size() > remaining;
    this->close(remaining, close);
    return ends ? RegionEffect::Ends : RegionEffect::None;
  }

  void begin_team() {
    const bool own = !context_.forks.empty() && !context_.forks.back();
    if (own) context_.forks.back() = true;
    context_.teams.push_back(
        {stack_.size(), context_.programs.size(), own, own ? context_.forks.size() - 1 : 0});
    if (!own) stack_.begin_base();
  }

  template <class Close>
  RegionEffect end_team(Close& close) {
    if (context_.teams.empty() || context_.teams.back().own) return RegionEffect::None;
    const Team team = context_.teams.back();
    const bool ends = stack_.size() > team.base;
    if (context_.programs.size() > team.programs) context_.programs.resize(team.programs);
    this->close(team.base, close);
    stack_.end_base();
    context_.teams.pop_back();
    return ends ? RegionEffect::Ends : RegionEffect::None;
  }

  // A team forked by this location lasts until it is joined.
  void join() {
    if (context_.forks.empty()) return;
    context_.forks.pop_back();
    auto& teams = context_.teams;
    if (!teams.empty() && teams.back().own && teams.back().fork == context_.forks.size())
      teams.pop_back();
  }

  const Definitions* definitions_;
  CallStack<Frame> stack_;
  Context context_;
};

}  // namespace lull
