// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "lull/analysis/matching/matcher.hpp"
#include "lull/analysis/replay/follower.hpp"
#include "lull/asl/charging/charges.hpp"

namespace lull::asl {
namespace {

using namespace analysis;

// What a match charges to a call, where the call is.
struct SpecifiedWaiting {
  ProcessId process;
  CallInstance call;
  std::uint32_t metric = 0;
  std::uint64_t party = 0;
  Duration waiting;
  bool clamped = false;

  [[nodiscard]] ProcessId matched_at() const { return process; }
};

// The same, and who took part in the match.
struct SpecifiedInstance {
  static constexpr std::string_view kName = "SpecifiedInstance";
  const SpecifiedWaiting& waiting;
  const Parties& parties;

  template <class Field>
  void fields(Field&& field) const {
    field("call", waiting.call);
    field("waiting", waiting.waiting);
  }
  void participants(Participants& all) const {
    all.add(waiting.call);
    parties.add_to(all, waiting.party);
  }
};

class ChargeFollower final : public Follower {
 public:
  ChargeFollower(const std::vector<NotedCharge>& charges, ProcessId process)
      : charges_(charges), process_(process) {}

  [[nodiscard]] EventSelection selection() const override {
    return charges_.empty() ? EventSelection{} : select_events<Enter, Leave>();
  }
  void on(const Event& event, const OpenCall& call, Outbox& outbox) override {
    if (std::holds_alternative<Enter>(event.body)) {
      if (numbers_.size() <= call.depth + 1) numbers_.resize(call.depth + 2);
      numbers_[call.depth + 1] = next_++;
    } else if (call.kind == CallKind::Other) {
      leave(call, outbox);
    }
  }
  // Of calls of a known kind, also those that nothing ends in the trace.
  [[nodiscard]] bool wants_leaves() const override { return !charges_.empty(); }
  void leave(const OpenCall& call, Outbox& outbox) override {
    if (call.depth < numbers_.size()) post(call, numbers_[call.depth], outbox);
  }

 private:
  void post(const OpenCall& call, std::uint64_t number, Outbox& outbox) {
    const CallInstance instance = call.instance();
    auto next = std::ranges::lower_bound(charges_, number, {}, &NotedCharge::call);
    for (; next != charges_.end() && next->call == number; ++next) {
      const NotedCharge& charge = *next;
      const Duration all = instance.leave - instance.enter;
      const bool clamped = charge.ticks > all.ticks;
      outbox.post(SpecifiedWaiting{process_, instance, charge.metric, charge.party,
                                   clamped ? all : Duration{charge.ticks}, clamped});
    }
  }

  const std::vector<NotedCharge>& charges_;
  ProcessId process_;
  std::uint64_t next_ = 0;
  std::vector<std::uint64_t> numbers_;  // of the open calls, by depth
};

class ChargeMatcher final : public Matcher {
 public:
  ChargeMatcher(Bus& bus, const Parties& parties) : bus_(bus), parties_(parties) {}
  [[nodiscard]] OperationTypes takes() const override { return types_of<SpecifiedWaiting>(); }
  [[nodiscard]] std::vector<const EventType*> publishes() const override {
    return {event_type<SpecifiedInstance>()};
  }
  void take(Mails mails) override {
    for_each_operation<SpecifiedWaiting>(mails, [this](const SpecifiedWaiting& waiting) {
      clamped_ += waiting.clamped ? 1 : 0;
      bus_.publish(SpecifiedInstance{waiting, parties_});
    });
  }
  void finish() override {}
  void add_to(MatchingNotes& notes) const override {
    if (clamped_ > 0)
      notes.remarks[{"charge of the specification was longer than its call, and cut to it.",
                     "charges of the specification were longer than their calls, and cut to "
                     "them."}] += clamped_;
  }

 private:
  Bus& bus_;
  const Parties& parties_;
  std::uint64_t clamped_ = 0;
};

class SpecifiedPatterns final : public analysis::Pattern {
 public:
  explicit SpecifiedPatterns(const Charges& charges) {
    for (const Charges::Metric& metric : charges.metrics)
      infos_.push_back(
          {metric.id, metric.title, metric.parent, Unit::Seconds, metric.text, "", ""});
  }
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return infos_; }
  void subscribe(Bus& bus) override {
    for (const MetricInfo& info : infos_) metrics_.push_back(bus.metric(info.id));
    bus.subscribe<SpecifiedInstance>([this, &bus](const SpecifiedInstance& instance) {
      const SpecifiedWaiting& waiting = instance.waiting;
      bus.charge(metrics_[waiting.metric], waiting.call, waiting.waiting);
    });
  }

 private:
  std::vector<MetricInfo> infos_;
  std::vector<MetricIndex> metrics_;
};

}  // namespace

void Parties::add_to(Participants& all, std::uint64_t party) const {
  const Place begin = begins[party];
  const bool last = party + 1 == begins.size();
  const Place end = last ? Place{locations.size(), messages.size()} : begins[party + 1];
  for (std::uint64_t i = begin.locations; i < end.locations && !all.full(); ++i)
    all.add(locations[i]);
  for (std::uint64_t i = begin.messages; i < end.messages; ++i) all.messages.push_back(messages[i]);
}

void add_to(AnalysisOptions& options, const Charges& charges) {
  options.followers = [inner = options.followers, &charges](const FollowerPlace& place) {
    FollowerList list = inner(place);
    const auto& own = charges.by_location[place.location.index()];
    list.push_back(std::make_unique<ChargeFollower>(own, place.process));
    return list;
  };
  options.matchers = [inner = options.matchers, &charges](const MatcherPlace& place) {
    MatcherList list = inner(place);
    list.push_back(std::make_unique<ChargeMatcher>(place.bus, charges.parties));
    return list;
  };
}

PatternFactory with_charges(PatternFactory patterns, const Charges& charges) {
  return [patterns = std::move(patterns), &charges] {
    PatternList list = patterns();
    list.push_back(std::make_unique<SpecifiedPatterns>(charges));
    return list;
  };
}

}  // namespace lull::asl
