// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Patterns and how they talk. A pattern declares its metrics, subscribes to a type of compound
// event, charges severities, and may publish a more special compound event for others to refine:
// the matcher publishes Message and ReceiveCall, LateSender subscribes to ReceiveCall and publishes
// LateSenderInstance, and so on. A subscriber that finds nothing publishes nothing: there the
// chain ends. Events reach subscribers in the order of subscription, parents before children.
//
// Every shard has patterns and a bus of its own, used by one thread at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "lull/analysis/bus/guard.hpp"
#include "lull/analysis/charging/caused_waiting.hpp"
#include "lull/analysis/charging/clock_uncertainty.hpp"
#include "lull/analysis/charging/iteration_severities.hpp"
#include "lull/analysis/charging/kept_charges.hpp"
#include "lull/analysis/charging/map_window.hpp"
#include "lull/analysis/charging/metric_catalogue.hpp"
#include "lull/analysis/charging/outside_charges.hpp"
#include "lull/analysis/charging/pair_window.hpp"
#include "lull/analysis/charging/participants.hpp"
#include "lull/analysis/charging/severe_calls.hpp"
#include "lull/analysis/charging/severity.hpp"
#include "lull/analysis/charging/severity_histogram.hpp"
#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/events/compound_event.hpp"
#include "lull/analysis/events/event_description.hpp"
#include "lull/analysis/events/event_sample.hpp"
#include "lull/analysis/paths/path_places.hpp"

namespace lull::analysis {

// The places of call paths by location; null where another process of the analysis has them.
using PathDirectory = std::vector<const PathPlaces*>;

// A compound event on its way to where another process's messages and calls are published.
template <class Event>
struct Forwarded {
  ProcessId process;
  Event event;

  [[nodiscard]] ProcessId matched_at() const { return process; }
  void publish_on(Bus& bus) const;
};

class Pattern;

class Bus {
  // The event that is being published, as far as it can tell who takes part in it.
  struct Published {
    const void* event = nullptr;
    void (*describe)(const void* event, Participants& participants) = nullptr;
  };

 public:
  // While there is one, somebody else's code runs: what it charges is checked.
  class Visit {
   public:
    explicit Visit(Bus& bus)
        : bus_(bus), guest_(std::exchange(bus.guest_, true)), published_(bus.published_) {}
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;
    ~Visit() { bus_.guest_ = guest_, bus_.published_ = published_; }

   private:
    Bus& bus_;
    bool guest_;
    Published published_;
  };

  explicit Bus(const MetricCatalogue& catalogue) : catalogue_(catalogue) {}

  template <class Event>
  void subscribe(std::function<void(const Event&)> callback) {
    const std::size_t index = index_of<Event>();
    if (channels_.size() <= index) channels_.resize(index + 1);
    if (!channels_[index]) channels_[index] = std::make_unique<EventChannel<Event>>();
    if (guest_)
      callback = [this, guard = guard_, inner = std::move(callback)](const Event& event) {
        const Visit visit(*this);
        if (guard == nullptr) return inner(event);
        guard->run([&] { inner(event); });
      };
    static_cast<EventChannel<Event>&>(*channels_[index]).callbacks.push_back(std::move(callback));
  }

  // Lets the pattern subscribe. What one charges that is not Lull's is checked: it must be time of
  // a call that there is, no more of it than the call has, and charged to no metric of Lull's. Else
  // charge() and count() throw Error (input).
  void admit(Pattern& pattern);

  template <class Event>
  void publish(const Event& event) {
    const std::size_t index = index_of<Event>();
    if (index >= channels_.size() || !channels_[index]) return;
    const auto& callbacks = static_cast<EventChannel<Event>&>(*channels_[index]).callbacks;
    if constexpr (TellsParticipants<Event>) {
      const Published outer = published_;
      published_ = about(event);
      for (const auto& callback : callbacks) callback(event);
      published_ = outer;
    } else {
      for (const auto& callback : callbacks) callback(event);
    }
  }

  // Publishes the event where `process`'s messages and calls are published, some time later: what
  // the two sides of a message know meets in one place. Events of one type and
  // process keep their order.
  template <class Event>
  void publish_at(ProcessId process, const Event& event) {
    outbox_->post(Forwarded<Event>{process, event});
  }
  // Where events go that are published at other processes, from now on.
  void forward_to(Outbox& outbox) { outbox_ = &outbox; }
  [[nodiscard]] Outbox& outbox() const { return *outbox_; }

  // Makes a type of compound event known by its name.
  void announce(const EventType& type) { types_.push_back(&type); }
  [[nodiscard]] const std::vector<const EventType*>& types() const { return types_; }

  // The metric to charge to. It must be in the catalogue.
  [[nodiscard]] MetricIndex metric(std::string_view id) const;

  // Adds to (metric, the call's path, the call's location). Nothing happens for zero.
  void charge(MetricIndex metric, const CallInstance& call, Duration waiting,
              const WaitedFor& waited_for = {}) {
    if (guest_) [[unlikely]]
      check(metric, call, waiting, waited_for);
    if (waiting.ticks <= 0 || !charged_here(call)) return;
    Severity& sum = severities.add(metric, call.location, call.path, waiting.ticks);
    if (histograms_ != nullptr) (*histograms_)[metric.index()].add(waiting.ticks);
    if (sum.group == Severity::kNoGroup) [[unlikely]]
      sum.group = severe_calls.group_of(metric, path_key(call));
    if (severe_calls.wants(sum.group, call.location, waiting))
      note(sum.group, {metric, call, waiting, waited_for});
    if (charges_ != nullptr) [[unlikely]]
      keep({metric, call, waiting, waited_for});
    if (iterations_ != nullptr) [[unlikely]]
      iterations_->add(metric, call, waiting.ticks);
    if (chart_ != nullptr)
      chart_->add(metric, call.location, begin_of(call, waiting, waited_for), waiting);
    if (outside_ != nullptr) outside_->look_at(metric, call, waiting, waited_for);
    if (caused_ != nullptr) blame(metric, call, waiting, waited_for);
    if (uncertainty_ != nullptr) [[unlikely]]
      add_uncertainty(metric, call, waiting, waited_for);
  }
  // The same where a wait had several causes, one after the other: each is kept with its part.
  void charge(MetricIndex metric, const CallInstance& call, std::span<const CausedPart> parts);
  // The same for what another event than the published one is about.
  template <TellsParticipants Event>
  void charge(MetricIndex metric, const CallInstance& call, Duration waiting,
              const WaitedFor& waited_for, const Event& event) {
    const Published outer = published_;
    published_ = about(event);
    charge(metric, call, waiting, waited_for);
    published_ = outer;
  }
  void count(MetricIndex metric, const CallInstance& call, std::uint64_t times = 1) {
    if (guest_) [[unlikely]]
      check(metric, call, {});
    if (times == 0 || !charged_here(call)) return;
    severities.add(metric, call.location, call.path, static_cast<std::int64_t>(times));
    if (iterations_ != nullptr) [[unlikely]]
      iterations_->add(metric, call, static_cast<std::int64_t>(times));
  }
  // From now on, what is charged at once is counted there, by metric: one for each thread, as many
  // of them would not stay in its cache.
  void count_in(std::vector<SeverityHistogram>& histograms) { histograms_ = &histograms; }
  // From now on, each time that is charged is kept there, too. Takes memory for each of them.
  void keep_charges(KeptCharges& charges) { charges_ = &charges; }
  // From now on, it is told there when what is charged was, and who waited for whom, too. Null:
  // nobody.
  void chart_in(MapWindow* window, CommunicationMatrix* matrix) {
    chart_ = window;
    pairs_.tell(matrix);
  }
  // Where who communicates with whom is told, if it is wanted.
  [[nodiscard]] PairWindow& pairs() { return pairs_; }
  // From now on, what is charged is added up there, too, by iteration.
  void split(IterationSeverities& iterations) { iterations_ = &iterations; }
  // From now on, what is charged is charged to who caused it, too.
  void blame(const CausedWaiting& caused) { caused_ = &caused; }
  // From now on, how uncertain times are is charged, too.
  void weigh(const ClockUncertainty& uncertainty) { uncertainty_ = &uncertainty; }
  // From now on, what of it lies outside of the focus is added up there.
  void cut(OutsideCharges& outside) { outside_ = &outside; }
  // From now on, what is charged to others than these locations is not added: somebody else does.
  // Null: everything is added.
  void charge_only(const std::vector<bool>* locations) { only_ = locations; }
  // Knows the call paths of this process of the analysis; must outlive this.
  void know_paths(const PathDirectory& paths) { paths_ = &paths; }

  SeverityTable severities;
  SevereCalls severe_calls;

 private:
  template <class Event>
  static Published about(const Event& event) {
    return {&event, [](const void* which, Participants& participants) {
              participants.add(*static_cast<const Event*>(which));
            }};
  }
  struct AnyChannel {
    AnyChannel() = default;
    AnyChannel(const AnyChannel&) = delete;
    AnyChannel& operator=(const AnyChannel&) = delete;
    virtual ~AnyChannel() = default;
  };
  template <class Event>
  struct EventChannel final : AnyChannel {
    std::vector<std::function<void(const Event&)>> callbacks;
  };

  inline static std::atomic<std::size_t> next_index_{0};
  template <class Event>
  inline static const std::size_t kIndex = next_index_++;
  template <class Event>
  static std::size_t index_of() {
    return kIndex<Event>;
  }

  [[nodiscard]] bool charged_here(const CallInstance& call) const {
    return only_ == nullptr || (*only_)[call.location.index()];
  }

  void check(MetricIndex metric, const CallInstance& call, Duration waiting,
             const WaitedFor& waited_for = {}) const;
  [[nodiscard]] bool is_known(const CallInstance& call) const;
  void keep(const Charge& charge);
  void blame(MetricIndex metric, const CallInstance& call, Duration waiting,
             const WaitedFor& waited_for) {
    if (caused_->charge(metric, waiting, waited_for, severities) && pairs_.wanted())
      pairs_.add_wait(metric, waited_for.cause.location, call.location, waiting);
  }
  void add_uncertainty(MetricIndex metric, const CallInstance& call, Duration waiting,
                       const WaitedFor& waited_for);
  void note(SevereCalls::GroupIndex group, const Charge& charge);
  [[nodiscard]] std::uint64_t path_key(const CallInstance& call) const;

  const MetricCatalogue& catalogue_;
  Published published_;
  std::vector<SeverityHistogram>* histograms_ = nullptr;
  KeptCharges* charges_ = nullptr;
  IterationSeverities* iterations_ = nullptr;
  MapWindow* chart_ = nullptr;
  PairWindow pairs_;
  const CausedWaiting* caused_ = nullptr;
  const ClockUncertainty* uncertainty_ = nullptr;
  OutsideCharges* outside_ = nullptr;
  const std::vector<bool>* only_ = nullptr;
  const PathDirectory* paths_ = nullptr;
  std::shared_ptr<Guard> guard_;  // of who subscribes
  bool guest_ = false;            // whether what subscribes or runs is not Lull's
  Outbox* outbox_ = nullptr;
  std::vector<std::unique_ptr<AnyChannel>> channels_;
  std::vector<const EventType*> types_;
};

template <class Event>
void Forwarded<Event>::publish_on(Bus& bus) const {
  bus.publish(event);
}

// The type of a described event (event_description.hpp).
template <Described Event>
[[nodiscard]] const EventType* event_type() {
  static constexpr EventType kType{
      Event::kName,
      [](const void* event, FieldVisitor& visitor) {
        visit_fields(visitor, *static_cast<const Event*>(event));
      },
      [](FieldVisitor& visitor) { visit_fields(visitor, sample_of<Event>()); },
      [](Bus& bus, std::function<void(const void*)> callback) {
        bus.subscribe<Event>(
            [callback = std::move(callback)](const Event& event) { callback(&event); });
      }};
  return &kType;
}

class Pattern {
 public:
  Pattern() = default;
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;
  virtual ~Pattern() = default;

  // What it adds to the metric tree.
  [[nodiscard]] virtual std::span<const MetricInfo> metrics() const = 0;
  // Compound events of its own that others may know by their names.
  [[nodiscard]] virtual std::vector<const EventType*> publishes() const { return {}; }
  // Whether it is one of Lull's: what it charges fits into its metrics' parents, or Lull is wrong.
  [[nodiscard]] bool is_own() const { return own_; }
  void make_own() { own_ = true; }
  // Other people's code: what it throws is caught by its guard.
  [[nodiscard]] const std::shared_ptr<Guard>& guard() const { return guard_; }
  void watch(std::shared_ptr<Guard> guard) { guard_ = std::move(guard); }
  // Called once, before the first event. `bus` outlives the pattern.
  virtual void subscribe(Bus& bus) = 0;

 private:
  bool own_ = false;
  std::shared_ptr<Guard> guard_;
};

using PatternList = std::vector<std::unique_ptr<Pattern>>;
// Makes one set of patterns for each shard.
using PatternFactory = std::function<PatternList()>;

}  // namespace lull::analysis
