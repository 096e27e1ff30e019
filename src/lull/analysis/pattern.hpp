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
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "lull/analysis/compound_event.hpp"
#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/results/metric_catalogue.hpp"
#include "lull/analysis/results/participants.hpp"
#include "lull/analysis/results/severe_calls.hpp"
#include "lull/analysis/results/severity.hpp"
#include "lull/analysis/results/severity_histogram.hpp"

namespace lull::analysis {

class Bus {
 public:
  explicit Bus(const MetricCatalogue& catalogue) : catalogue_(catalogue) {}

  template <class Event>
  void subscribe(std::function<void(const Event&)> callback) {
    const std::size_t index = index_of<Event>();
    if (channels_.size() <= index) channels_.resize(index + 1);
    if (!channels_[index]) channels_[index] = std::make_unique<EventChannel<Event>>();
    static_cast<EventChannel<Event>&>(*channels_[index]).callbacks.push_back(std::move(callback));
  }

  template <class Event>
  void publish(const Event& event) {
    const std::size_t index = index_of<Event>();
    if (index >= channels_.size() || !channels_[index]) return;
    const auto& callbacks = static_cast<EventChannel<Event>&>(*channels_[index]).callbacks;
    if constexpr (requires(Participants & participants) { describe(event, participants); }) {
      const Published outer = published_;
      published_ = about(event);
      for (const auto& callback : callbacks) callback(event);
      published_ = outer;
    } else {
      for (const auto& callback : callbacks) callback(event);
    }
  }

  // Publishes the event where `process`'s messages and calls are published, some time later: what
  // the two sides of a message know meets in one place. Events of one process keep their order.
  template <class Event>
  void publish_at(ProcessId process, const Event& event) {
    outbox_->to_process(process).forwarded.push(
        process, static_cast<std::uint32_t>(index_of<Event>()), event);
  }
  void publish_bytes(std::uint32_t type, const std::byte* bytes) {
    if (type < channels_.size() && channels_[type]) channels_[type]->publish_bytes(bytes);
  }
  // Where events go that are published at other processes, from now on.
  void forward_to(Outbox& outbox) { outbox_ = &outbox; }
  [[nodiscard]] Outbox& outbox() const { return *outbox_; }

  // The metric to charge to. It must be in the catalogue.
  [[nodiscard]] MetricIndex metric(std::string_view id) const;

  // Adds to (metric, the call's path, the call's location). Nothing happens for zero.
  void charge(MetricIndex metric, const CallInstance& call, Duration waiting) {
    if (waiting.ticks <= 0 || !charged_here(call)) return;
    severities.add(metric, call.location, call.path, waiting.ticks);
    if (histograms_ != nullptr) (*histograms_)[metric.index()].add(waiting.ticks);
    if (severe_calls.wants(metric, call, waiting)) note(metric, call, waiting);
  }
  // The same for what another event than the published one is about, which has a describe(), too.
  template <class Event>
  void charge(MetricIndex metric, const CallInstance& call, Duration waiting, const Event& event) {
    const Published outer = published_;
    published_ = about(event);
    charge(metric, call, waiting);
    published_ = outer;
  }
  void count(MetricIndex metric, const CallInstance& call) {
    if (charged_here(call)) severities.add(metric, call.location, call.path, 1);
  }
  // From now on, what is charged at once is counted there, by metric: one for each thread, as many
  // of them would not stay in its cache.
  void count_in(std::vector<SeverityHistogram>& histograms) { histograms_ = &histograms; }
  // From now on, what is charged to others than these locations is not added: somebody else does.
  // Null: everything is added.
  void charge_only(const std::vector<bool>* locations) { only_ = locations; }

  SeverityTable severities;
  SevereCalls severe_calls;

 private:
  // The event that is being published, as far as it can tell who takes part in it.
  struct Published {
    const void* event = nullptr;
    void (*describe)(const void* event, Participants& participants) = nullptr;
  };
  template <class Event>
  static Published about(const Event& event) {
    return {&event, [](const void* which, Participants& participants) {
              describe(*static_cast<const Event*>(which), participants);
            }};
  }
  struct AnyChannel {
    AnyChannel() = default;
    AnyChannel(const AnyChannel&) = delete;
    AnyChannel& operator=(const AnyChannel&) = delete;
    virtual ~AnyChannel() = default;
    virtual void publish_bytes(const std::byte* bytes) = 0;
  };
  template <class Event>
  struct EventChannel final : AnyChannel {
    std::vector<std::function<void(const Event&)>> callbacks;

    void publish_bytes(const std::byte* bytes) override {
      if constexpr (std::is_trivially_copyable_v<Event> && std::is_default_constructible_v<Event>) {
        Event event;
        std::memcpy(&event, bytes, sizeof event);
        for (const auto& callback : callbacks) callback(event);
      }
    }
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

  void note(MetricIndex metric, const CallInstance& call, Duration waiting);

  const MetricCatalogue& catalogue_;
  Published published_;
  std::vector<SeverityHistogram>* histograms_ = nullptr;
  const std::vector<bool>* only_ = nullptr;
  Outbox* outbox_ = nullptr;
  std::vector<std::unique_ptr<AnyChannel>> channels_;
};

class Pattern {
 public:
  Pattern() = default;
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;
  virtual ~Pattern() = default;

  // What it adds to the metric tree.
  [[nodiscard]] virtual std::span<const MetricInfo> metrics() const = 0;
  // Whether it is one of Lull's, and what it charges fits into its metrics' parents.
  [[nodiscard]] virtual bool is_own() const { return true; }
  // Called once, before the first event. `bus` outlives the pattern.
  virtual void subscribe(Bus& bus) = 0;
};

using PatternList = std::vector<std::unique_ptr<Pattern>>;
// Makes one set of patterns for each shard.
using PatternFactory = std::function<PatternList()>;

}  // namespace lull::analysis
