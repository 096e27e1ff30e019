// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/broken_nesting.hpp"

#include <optional>
#include <random>
#include <utility>

#include "support/definition_builder.hpp"

namespace lull::support {
namespace {

constexpr unsigned kRegions = 5;
constexpr unsigned kContexts = 4;
constexpr unsigned kPrograms = 2;

class Generator {
 public:
  Generator(std::uint64_t seed, const BrokenNestingOptions& options)
      : random_(seed), options_(options), trace_(std::make_unique<MemoryTrace>()) {
    const std::vector<std::uint32_t> threads{static_cast<std::uint32_t>(options.locations)};
    DefinitionBuilder builder(trace_->definitions_table, threads);
    for (unsigned i = 0; i < kRegions; ++i) builder.region("region" + std::to_string(i));
    parameter_ = builder.parameter("parameter");
    for (unsigned i = 0; i < kPrograms; ++i)
      programs_.push_back(builder.string("program" + std::to_string(i)));
    for (unsigned i = 0; i < kContexts; ++i)
      trace_->definitions_table.calling_contexts.push_back({RegionId(i), {}, {}});
    team_ = options.locations > 1 ? builder.team(0) : CommunicatorId{};
    // The ratio of enters to leaves varies: some sequences stay flat, others become deep.
    enters_ = 40 + random_() % 30;
  }

  std::unique_ptr<MemoryTrace> generate() {
    for (std::size_t i = 0; i < options_.locations; ++i) {
      trace_->events.emplace_back();
      std::uint64_t time = random_() % 5;
      for (std::size_t n = 0; n < options_.events; ++n) {
        time += random_() % 3;
        trace_->events.back().push_back({Timestamp{time}, body(), nullptr});
      }
      trace_->definitions_table.locations[i].events = options_.events;
    }
    return std::move(trace_);
  }

 private:
  RegionId region() {
    const std::uint64_t number = random_() % (kRegions + (options_.undefined ? 1 : 0));
    return number == kRegions ? RegionId{} : RegionId(number);
  }
  CallingContextId context() { return CallingContextId(random_() % kContexts); }

  EventBody body() {
    const std::uint64_t what = random_() % 100;
    if (what < 8) return ParameterUnsigned{parameter_, what};
    if (what < 9 && options_.programs) return ProgramBegin{programs_[random_() % kPrograms]};
    if (what < 10 && options_.programs) return ProgramEnd{0};
    if (what < 15 && options_.teams) return team_event();
    const bool enters = random_() % 100 < enters_;
    if (options_.contexts && random_() % 4 == 0) {
      if (enters) return CallingContextEnter{context(), 1};
      return CallingContextLeave{context()};
    }
    if (enters) return Enter{region()};
    return Leave{region()};
  }

  EventBody team_event() {
    switch (random_() % 4) {
      case 0:
        return ThreadFork{Paradigm::OpenMp, 2};
      case 1:
        return ThreadJoin{Paradigm::OpenMp};
      case 2:
        return ThreadTeamBegin{team_};
      default:
        return ThreadTeamEnd{team_};
    }
  }

  std::mt19937_64 random_;
  BrokenNestingOptions options_;
  std::unique_ptr<MemoryTrace> trace_;
  ParameterId parameter_;
  std::vector<StringId> programs_;
  CommunicatorId team_;
  std::uint64_t enters_ = 0;
};

// An entry on the stack of a location.
struct Open {
  enum class Kind { Region, Program, Base };
  Kind kind = Kind::Region;
  RegionId region;
  StringId program;
  std::size_t call = 0;
};

class Follower {
 public:
  Follower(const MemoryTrace& trace, LocationId location)
      : definitions_(trace.definitions()), events_(trace.events[location.index()]) {}

  FollowedLocation follow() {
    for (position_ = 0; position_ < events_.size(); ++position_) {
      found_.events.emplace_back();
      std::visit([this](const auto& body) { see(body); }, events_[position_].body);
      found_.events.back().behind = path();
    }
    for (const Open& open : stack_) found_.open += open.kind == Open::Kind::Region ? 1 : 0;
    for (FollowedEvent& event : found_.events)
      if (leave_by_call_.size() > event.leave) event.leave = leave_by_call_[event.leave];
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::vector<RegionId> path() const {
    std::vector<RegionId> regions;
    for (const Open& open : stack_)
      if (open.kind == Open::Kind::Region) regions.push_back(open.region);
    return regions;
  }
  [[nodiscard]] std::size_t innermost_call() const {
    for (std::size_t i = stack_.size(); i-- > 0;)
      if (stack_[i].kind == Open::Kind::Region) return stack_[i].call;
    return kNowhere;
  }
  FollowedEvent& event() { return found_.events.back(); }

  // Records an event that is neither an enter nor a leave.
  void place() {
    event().path = path();
    const std::size_t call = innermost_call();
    if (call != kNowhere) event().enter = found_.calls[call].enter;
    event().leave = call;  // kept until the leave is known
  }

  void enter(RegionId region) {
    const std::size_t caller = innermost_call();
    if (caller != kNowhere) event().enter = found_.calls[caller].enter;
    stack_.push_back({Open::Kind::Region, region, {}, found_.calls.size()});
    event().path = path();
    event().leave = found_.calls.size();
    found_.calls.push_back({position_, kNowhere, caller, path()});
    leave_by_call_.push_back(kNowhere);
  }

  // Removes the entry and everything above it.
  void close(std::size_t entry, bool by_leave) {
    while (stack_.size() > entry) {
      const Open open = stack_.back();
      stack_.pop_back();
      if (open.kind != Open::Kind::Region) continue;
      found_.calls[open.call].end = position_;
      if (by_leave) leave_by_call_[open.call] = position_;
      event().ended.push_back(found_.calls[open.call].enter);
    }
    found_.skipped += event().ended.size() - (by_leave ? 1 : 0);
  }

  // Returns the innermost entry above the base for which is_it() holds.
  template <class IsIt>
  [[nodiscard]] std::optional<std::size_t> find(IsIt is_it) const {
    for (std::size_t i = stack_.size(); i-- > 0 && stack_[i].kind != Open::Kind::Base;)
      if (is_it(stack_[i])) return i;
    return std::nullopt;
  }

  void leave(RegionId region) {
    const auto entry = find(
        [&](const Open& open) { return open.kind == Open::Kind::Region && open.region == region; });
    if (!entry) {
      event().stray = true;
      ++found_.strays;
      return;
    }
    const std::size_t call = stack_[*entry].call;
    event().path = found_.calls[call].path;
    event().enter = found_.calls[call].enter;
    close(*entry, true);
    event().leave = innermost_call();
  }

  void see(const Enter& body) { enter(body.region); }
  void see(const Leave& body) { leave(body.region); }
  void see(const CallingContextEnter& body) {
    enter(definitions_.calling_contexts[body.context.index()].region);
  }
  void see(const CallingContextLeave& body) {
    leave(definitions_.calling_contexts[body.context.index()].region);
  }
  void see(const ProgramBegin& body) {
    place();
    stack_.push_back({Open::Kind::Program, {}, body.name, 0});
  }
  void see(const ProgramEnd&) {
    if (!stack_.empty() && stack_.front().kind == Open::Kind::Program) {
      const StringId name = stack_.front().program;
      const auto entry = find([&](const Open& open) {
        return open.kind == Open::Kind::Program && open.program == name;
      });
      if (entry) close(*entry, false);
    }
    place();
  }
  void see(const ThreadFork&) {
    forks_.push_back(false);
    place();
  }
  void see(const ThreadTeamBegin&) {
    place();
    const bool own = !forks_.empty() && !forks_.back();
    if (own) forks_.back() = true;
    teams_.push_back({own, forks_.size(), stack_.size()});
    if (!own) stack_.push_back({Open::Kind::Base, {}, {}, 0});
  }
  void see(const ThreadTeamEnd&) {
    if (!teams_.empty() && !teams_.back().own) {
      const std::size_t base = teams_.back().base;
      teams_.pop_back();
      close(base, false);
    }
    place();
  }
  void see(const ThreadJoin&) {
    if (!forks_.empty()) {
      if (!teams_.empty() && teams_.back().own && teams_.back().forks == forks_.size())
        teams_.pop_back();
      forks_.pop_back();
    }
    place();
  }
  template <class Other>
  void see(const Other&) {
    place();
  }

  struct Team {
    bool own = false;
    std::size_t forks = 0;
    std::size_t base = 0;
  };
  const Definitions& definitions_;
  const std::vector<Event>& events_;
  std::size_t position_ = 0;
  std::vector<Open> stack_;
  std::vector<bool> forks_;
  std::vector<Team> teams_;
  FollowedLocation found_;
  std::vector<std::size_t> leave_by_call_;
};

}  // namespace

std::unique_ptr<MemoryTrace> broken_trace(std::uint64_t seed, const BrokenNestingOptions& options) {
  return Generator(seed, options).generate();
}

FollowedLocation follow(const MemoryTrace& trace, LocationId location) {
  return Follower(trace, location).follow();
}

}  // namespace lull::support
