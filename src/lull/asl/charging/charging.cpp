// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "lull/analysis/matching/matcher.hpp"
#include "lull/analysis/replay/profile/profile_metrics.hpp"
#include "lull/analysis/replay/state/follower.hpp"
#include "lull/asl/charging/charges.hpp"
#include "lull/asl/charging/shared_time.hpp"

namespace lull::asl {
namespace {

using namespace analysis;

// Says whether and how a charge was shortened.
enum class Cut : std::uint8_t { Whole, ToItsCall, ToItsParent };

// The charge of a match to a call, and its place.
struct SpecifiedWaiting {
  ProcessId process;
  CallInstance call;
  std::uint32_t metric = 0;
  std::uint64_t party = 0;
  Duration waiting;
  Cut cut = Cut::Whole;

  [[nodiscard]] ProcessId matched_at() const { return process; }
};

// Same as SpecifiedWaiting, with the participants of the match.
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
  ChargeFollower(const Charges& charges, const FollowerPlace& place)
      : metrics_(charges.metrics),
        charges_(charges.by_location[place.location.index()]),
        context_(place.context),
        process_(place.process),
        shared_(metrics_.size()) {}

  [[nodiscard]] EventSelection selection() const override {
    return charges_.empty() ? EventSelection{} : select_events<Enter, Leave>();
  }
  void on(const Event& event, const OpenCall& call, Outbox& outbox) override {
    if (std::holds_alternative<Enter>(event.body)) {
      enter(call.depth + 1);
    } else if (call.kind == CallKind::Other) {
      leave(call, outbox);
    }
  }
  // Needed for calls of a known kind, including calls without an end in the trace.
  [[nodiscard]] bool wants_leaves() const override { return !charges_.empty(); }
  void leave(const OpenCall& call, Outbox& outbox) override {
    if (call.depth >= numbers_.size()) return;
    for (std::size_t i = 0; i < metrics_.size(); ++i)
      if (shared_[i].any()) note_time(i, call);
    post(call, numbers_[call.depth], outbox);
    for (SharedTime& shared : shared_) shared.close(call.depth);
  }

 private:
  [[nodiscard]] static bool splits(const Charges::Metric& metric) {
    return !metric.itself && !metric.classes.empty();
  }
  void enter(std::uint32_t depth) {
    const std::uint64_t number = next_++;
    if (numbers_.size() <= depth) numbers_.resize(depth + 1);
    numbers_[depth] = number;
    for (; upcoming_ < charges_.size() && charges_[upcoming_].call <= number; ++upcoming_)
      if (const std::uint32_t metric = charges_[upcoming_].metric; splits(metrics_[metric]))
        shared_[metric].open(depth);
  }
  void note_time(std::size_t metric, const OpenCall& call) {
    const CallInstance own = call.instance();
    const auto region_class = static_cast<std::size_t>(context_.class_of(call.region).metric);
    if (metrics_[metric].classes[region_class])
      shared_[metric].add(call.depth, call.path, own.leave - own.enter);
  }
  void post(const OpenCall& call, std::uint64_t number, Outbox& outbox) {
    auto next = std::ranges::lower_bound(charges_, number, {}, &NotedCharge::call);
    for (; next != charges_.end() && next->call == number; ++next) {
      if (splits(metrics_[next->metric])) {
        post_in_parts(call, *next, outbox);
        continue;
      }
      CallInstance instance = call.instance();
      const bool itself = metrics_[next->metric].itself;
      if (!itself) instance.leave = call.now;
      const Duration all = instance.leave - instance.enter;
      const bool cut = next->ticks > all.ticks;
      post(instance, *next, cut ? all : Duration{next->ticks},
           cut && !itself ? Cut::ToItsCall : Cut::Whole, outbox);
    }
  }
  // Posts the parts as if they had occurred one after the other, the call's exclusive time first.
  void post_in_parts(const OpenCall& call, const NotedCharge& charge, Outbox& outbox) {
    Duration left{charge.ticks};
    for (const auto& [path, time] : shared_[charge.metric].take(call.depth, call.path, left)) {
      left -= time;
      post({call.location, path, call.enter, call.enter + time}, charge, time, Cut::Whole, outbox);
    }
    if (left.ticks == 0) return;
    const bool longer = charge.ticks > (call.now - call.enter).ticks;
    post(call.instance(), charge, {}, longer ? Cut::ToItsCall : Cut::ToItsParent, outbox);
  }
  void post(const CallInstance& call, const NotedCharge& charge, Duration waiting, Cut cut,
            Outbox& outbox) const {
    outbox.post(SpecifiedWaiting{process_, call, charge.metric, charge.party, waiting, cut});
  }

  const std::vector<Charges::Metric>& metrics_;
  const std::vector<NotedCharge>& charges_;
  const ReplayContext& context_;
  ProcessId process_;
  std::uint64_t next_ = 0;
  std::size_t upcoming_ = 0;            // the first charge to a call that has not begun
  std::vector<std::uint64_t> numbers_;  // numbers of the open calls, by depth
  std::vector<SharedTime> shared_;      // indexed by metric
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
      cut_to_calls_ += waiting.cut == Cut::ToItsCall ? 1 : 0;
      cut_to_parents_ += waiting.cut == Cut::ToItsParent ? 1 : 0;
      bus_.publish(SpecifiedInstance{waiting, parties_});
    });
  }
  void finish() override {}
  void add_to(MatchingNotes& notes) const override {
    if (cut_to_calls_ > 0)
      notes.remarks[{"charge of the specification was longer than its call and was cut to it.",
                     "charges of the specification were longer than their calls and were cut to "
                     "them."}] += cut_to_calls_;
    if (cut_to_parents_ > 0)
      notes
          .remarks[{"charge of the specification was longer than the time that its call has of "
                    "the metric it is UNDER, and cut to that.",
                    "charges of the specification were longer than the time that their calls "
                    "have of the metric they are UNDER, and cut to that."}] += cut_to_parents_;
  }

 private:
  Bus& bus_;
  const Parties& parties_;
  std::uint64_t cut_to_calls_ = 0;
  std::uint64_t cut_to_parents_ = 0;
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

void find_classes(std::vector<Charges::Metric>& metrics, const MetricParents& parents) {
  MetricParents all = parents;
  for (const Charges::Metric& metric : metrics) all.emplace(metric.id, metric.parent);
  const auto parent_of = [&all](const std::string& id) {
    const auto found = all.find(id);
    return found == all.end() ? std::string() : found->second;
  };
  const auto is_part_of = [&](std::string id, const std::string& whole) {
    while (!id.empty() && id != whole) id = parent_of(id);
    return !id.empty();
  };
  constexpr auto kClasses = static_cast<std::size_t>(ProfileMetric::Count);
  for (Charges::Metric& metric : metrics)
    for (std::string whole = metric.parent; !whole.empty() && metric.classes.empty();
         whole = parent_of(whole)) {
      std::vector<bool> classes;
      for (std::size_t i = 0; i < kClasses; ++i)
        classes.push_back(is_part_of(std::string(id_of(static_cast<ProfileMetric>(i))), whole));
      if (std::ranges::find(classes, true) != classes.end()) metric.classes = std::move(classes);
    }
}

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
    list.push_back(std::make_unique<ChargeFollower>(charges, place));
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
