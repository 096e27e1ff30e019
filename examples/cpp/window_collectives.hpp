// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A complete family of patterns that needs new data from a trace: waiting at the creation of
// windows for one-sided communication. docs/writing-a-pattern.md explains it.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/patterns/pattern_list.hpp"

namespace example {

using namespace lull;
using namespace lull::analysis;

// 1. An operation: one process's part in a collective operation on a window.
struct WindowMember {
  WindowId window;
  std::uint32_t number = 0;  // index of the operation on this window
  std::uint32_t size = 0;    // members to expect
  CallInstance call;
  Timestamp begin;  // of the operation, inside the call

  // All members of an operation meet, wherever their processes are analysed.
  [[nodiscard]] Rendezvous matched_at() const {
    return {(std::uint64_t{window.value} << 32 | number) * 0x9E3779B97F4A7C15ull};
  }

  static constexpr std::string_view kName = "WindowMember";
  template <class Field>
  void fields(Field&& field) const {
    field("call", call);
    field("begin", begin);
  }
};

// 2. A follower posts it.
class WindowFollower final : public Follower {
 public:
  explicit WindowFollower(const ReplayContext& context) : context_(context) {}

  [[nodiscard]] EventSelection selection() const override {
    return select_events<RmaCollectiveBegin, RmaCollectiveEnd>();
  }
  void on(const Event& event, const OpenCall& call, Outbox& outbox) override {
    if (std::holds_alternative<RmaCollectiveBegin>(event.body)) begin_ = call.now;
    const auto* const end = std::get_if<RmaCollectiveEnd>(&event.body);
    if (end == nullptr || !end->window.defined()) return;
    const Window& window = context_.definitions.windows[end->window.index()];
    if (!window.communicator.defined()) return;
    outbox.post(WindowMember{end->window, numbers_[end->window]++,
                             context_.size_of(window.communicator), call.instance(), begin_});
  }

 private:
  const ReplayContext& context_;
  Timestamp begin_;
  std::unordered_map<WindowId, std::uint32_t> numbers_;
};

// 3. A compound event.
struct WindowCollective {
  static constexpr std::string_view kName = "WindowCollective";
  std::span<const WindowMember> members;

  template <class Field>
  void fields(Field&& field) const {
    field("members", members);
  }
};

// 4. A matcher joins the operations. Incomplete ones are counted and dropped.
class WindowMatcher final : public Matcher {
 public:
  explicit WindowMatcher(Bus& bus) : bus_(bus) {}

  [[nodiscard]] OperationTypes takes() const override { return types_of<WindowMember>(); }
  [[nodiscard]] std::vector<const EventType*> publishes() const override {
    return {event_type<WindowCollective>()};
  }
  void take(Mails mails) override {
    for_each_operation<WindowMember>(mails, [this](const WindowMember& member) {
      auto& members = waiting_[member.matched_at().key];
      members.push_back(member);
      if (members.size() < member.size) return;
      bus_.publish(WindowCollective{members});
      waiting_.erase(member.matched_at().key);
    });
  }
  void checkpoint(const Checkpoint& checkpoint) override {
    lost_ += std::erase_if(waiting_, [&checkpoint](const auto& entry) {
      return std::ranges::all_of(entry.second, [&checkpoint](const WindowMember& member) {
        return member.call.leave < checkpoint.previous;
      });
    });
  }
  void finish() override { lost_ += std::exchange(waiting_, {}).size(); }
  void add_to(MatchingNotes& notes) const override {
    if (lost_ > 0)
      notes.remarks[{"example operation on a window was not joined by all members.",
                     "example operations on windows were not joined by all members."}] += lost_;
  }

 private:
  Bus& bus_;
  std::unordered_map<std::uint64_t, std::vector<WindowMember>> waiting_;
  std::uint64_t lost_ = 0;
};

// 5. A pattern searches it.
inline constexpr MetricInfo kWaitAtWindow{
    "example_window_wait",
    "Wait at Window Operation",
    "",  // a root: their calls belong to several metrics
    Unit::Seconds,
    "Time in a collective operation on a window until its last member begins.",
    "begin of the last member − own begin",
    "Balance the work before windows are created and fences passed."};

class WaitAtWindow final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {&kWaitAtWindow, 1}; }

  void subscribe(Bus& bus) override {
    const MetricIndex metric = bus.metric(kWaitAtWindow.id);
    bus.subscribe<WindowCollective>([&bus, metric](const WindowCollective& operation) {
      const Timestamp last =
          std::ranges::max_element(operation.members, {}, &WindowMember::begin)->begin;
      for (const WindowMember& member : operation.members)
        bus.charge(metric, member.call, overlap(member.call, member.begin, last));
    });
  }
};

// Returns options with Lull's patterns and these.
inline AnalysisOptions with_windows(AnalysisOptions options = {}) {
  options.followers = [](const FollowerPlace& place) {
    FollowerList list = make_followers(place);
    list.push_back(std::make_unique<WindowFollower>(place.context));
    return list;
  };
  options.matchers = [](const MatcherPlace& place) {
    MatcherList list = make_matchers(place);
    list.push_back(std::make_unique<WindowMatcher>(place.bus));
    return list;
  };
  return options;
}
inline PatternList patterns_with_windows() {
  PatternList list = patterns::make_patterns();
  list.push_back(std::make_unique<WaitAtWindow>());
  return list;
}

}  // namespace example
