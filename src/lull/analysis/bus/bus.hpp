// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Publishes compound events to their subscribers in the order of subscription, parents before
// children. Charges go to the shard's ChargeSink, together with the event that is being published;
// charges of plug-ins are checked first.
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
#include "lull/analysis/charging/charge_sink.hpp"
#include "lull/analysis/charging/participants.hpp"
#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/events/compound_event.hpp"
#include "lull/analysis/events/event_description.hpp"
#include "lull/analysis/events/event_sample.hpp"

namespace lull::analysis {

// A compound event that travels to the shard that publishes another process's messages and calls.
template <class Event>
struct Forwarded {
  ProcessId process;
  Event event;

  [[nodiscard]] ProcessId matched_at() const { return process; }
  void publish_on(Bus& bus) const;
};

class Pattern;

class Bus {
 public:
  // While one exists, plug-in code runs and its charges are checked.
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
    PublishedEvent published_;
  };

  // The sink must outlive the bus.
  explicit Bus(ChargeSink& charges) : charges_(charges) {}

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

  // Lets the pattern subscribe. Charges of a plug-in's pattern are checked: the metric must not be
  // one of Lull's, the call must exist, and it must last at least as long as the charge. Otherwise
  // charge() and count() throw Error (input), and nothing is charged.
  void admit(Pattern& pattern);

  template <class Event>
  void publish(const Event& event) {
    const std::size_t index = index_of<Event>();
    if (index >= channels_.size() || !channels_[index]) return;
    const auto& callbacks = static_cast<EventChannel<Event>&>(*channels_[index]).callbacks;
    if constexpr (NamesParticipants<Event>) {
      const Publication publication(*this, event);
      for (const auto& callback : callbacks) callback(event);
    } else {
      for (const auto& callback : callbacks) callback(event);
    }
  }

  // Publishes the event later, where `process`'s messages and calls are published, so that data
  // from both sides of a message meets in one place. Events of one type and process keep their
  // order.
  template <class Event>
  void publish_at(ProcessId process, const Event& event) {
    outbox_->post(Forwarded<Event>{process, event});
  }
  // Sets the outbox for events that are published at other processes.
  void forward_to(Outbox& outbox) { outbox_ = &outbox; }
  [[nodiscard]] Outbox& outbox() const { return *outbox_; }

  // Registers a type of compound event under its name.
  void announce(const EventType& type) { types_.push_back(&type); }
  [[nodiscard]] const std::vector<const EventType*>& types() const { return types_; }

  // Returns the metric with this id. Throws MetricMistake if the catalogue has none.
  [[nodiscard]] MetricIndex metric(std::string_view id) const;

  // Adds to (metric, the call's path, the call's location). Does nothing for zero.
  void charge(MetricIndex metric, const CallInstance& call, Duration waiting,
              const WaitedFor& waited_for = {}) {
    if (guest_) [[unlikely]]
      check(metric, call, waiting, waited_for);
    charges_.charge({metric, call, waiting, waited_for, published_});
  }
  // Does the same for a wait with several successive causes: each is charged with its part.
  void charge(MetricIndex metric, const CallInstance& call, std::span<const CausedPart> parts);
  // Does the same for an event other than the published one.
  template <NamesParticipants Event>
  void charge(MetricIndex metric, const CallInstance& call, Duration waiting,
              const WaitedFor& waited_for, const Event& event) {
    const Publication publication(*this, event);
    charge(metric, call, waiting, waited_for);
  }
  void count(MetricIndex metric, const CallInstance& call, std::uint64_t times = 1) {
    if (guest_) [[unlikely]]
      check(metric, call, {});
    charges_.count(metric, call, times);
  }
  // The sink that receives charges.
  [[nodiscard]] ChargeSink& charges() { return charges_; }
  // Sets the call paths of this process of the analysis, used by checks; they must outlive the bus.
  void know_paths(const PathDirectory& paths) { paths_ = &paths; }

 private:
  // While one exists, this event is being published.
  class Publication {
   public:
    template <class Event>
    Publication(Bus& bus, const Event& event)
        : bus_(bus), outer_(std::exchange(bus.published_, about(event))) {}
    Publication(const Publication&) = delete;
    Publication& operator=(const Publication&) = delete;
    ~Publication() { bus_.published_ = outer_; }

   private:
    Bus& bus_;
    PublishedEvent outer_;
  };

  template <class Event>
  static PublishedEvent about(const Event& event) {
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

  void check(MetricIndex metric, const CallInstance& call, Duration waiting,
             const WaitedFor& waited_for = {}) const;
  [[nodiscard]] bool is_known(const CallInstance& call) const;

  ChargeSink& charges_;
  PublishedEvent published_;
  const PathDirectory* paths_ = nullptr;
  std::shared_ptr<Guard> guard_;  // the subscribing pattern's guard
  bool guest_ = false;            // true if plug-in code subscribes or runs
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

}  // namespace lull::analysis
