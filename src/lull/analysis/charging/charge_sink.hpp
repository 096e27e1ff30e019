// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Receives the charges of patterns: adds each to the sum of (metric, call path, location) and
// passes it to the observers (charge_observer_list.hpp). Each shard has its own sink, used by one
// thread at a time. A charge is added for all observers or, if an argument is wrong, for none.
#pragma once

#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "lull/analysis/charging/charge_observer_list.hpp"

namespace lull::analysis {

class ChargeSink {
 public:
  explicit ChargeSink(const MetricCatalogue& catalogue) : catalogue_(catalogue) {}
  ChargeSink(const ChargeSink&) = delete;
  ChargeSink& operator=(const ChargeSink&) = delete;
  ~ChargeSink() = default;

  // Sets up all observers. May be called again before the first charge.
  void set_up(ChargeSetup setup);
  // Sets the thread's results that later charges are written to.
  void work_for(WorkerResults& worker);

  // Does nothing for zero or less.
  void charge(const ChargeView& charge) {
    if (charge.waiting.ticks <= 0 || !is_charged_here(charge.call)) return;
    Severity& sum = add(charge.metric, charge.call, charge.waiting.ticks);
    for_each_observer([&]<class Observer>(Observer& observer) {
      if constexpr (WholeObserver<Observer>) observer.observe(charge, sum);
      if constexpr (PartObserver<Observer>) observer.observe_part(charge);
    });
  }
  // A wait with several successive causes.
  void charge(MetricIndex metric, const CallInstance& call, std::span<const CausedPart> parts,
              const PublishedEvent& published);
  void count(MetricIndex metric, const CallInstance& call, std::uint64_t times) {
    if (times == 0 || !is_charged_here(call)) return;
    const auto value = static_cast<std::int64_t>(times);
    add(metric, call, value);
    for_each_observer([&]<class Observer>(Observer& observer) {
      if constexpr (CountObserver<Observer>) observer.observe_count(metric, call, value);
    });
  }

  // While one exists, only charges to these locations are added.
  class Restriction {
   public:
    Restriction(ChargeSink& sink, const std::vector<bool>& locations)
        : sink_(sink), outer_(std::exchange(sink.only_, &locations)) {}
    Restriction(const Restriction&) = delete;
    Restriction& operator=(const Restriction&) = delete;
    ~Restriction() { sink_.only_ = outer_; }

   private:
    ChargeSink& sink_;
    const std::vector<bool>* outer_;
  };

  [[nodiscard]] const MetricCatalogue& catalogue() const { return catalogue_; }
  [[nodiscard]] const SeverityTable& severities() const { return severities_; }
  // Communication between pairs of processes. Matchers add messages here.
  [[nodiscard]] PairWindow& pairs() { return pairs_; }
  template <ChargeObserver Observer>
  [[nodiscard]] Observer& observer() {
    return std::get<Observer>(observers_);
  }
  template <ChargeObserver Observer>
  [[nodiscard]] const Observer& observer() const {
    return std::get<Observer>(observers_);
  }

 private:
  [[nodiscard]] bool is_charged_here(const CallInstance& call) const {
    return only_ == nullptr || (*only_)[call.location.index()];
  }
  Severity& add(MetricIndex metric, const CallInstance& call, std::int64_t value) {
    return severities_.add(metric, call.location, call.path, value);
  }
  template <class Use>
  void for_each_observer(Use use) {
    std::apply([&](auto&... observer) { (use(observer), ...); }, observers_);
  }

  const MetricCatalogue& catalogue_;
  const std::vector<bool>* only_ = nullptr;  // null: charges to all locations are added
  SeverityTable severities_;
  PairWindow pairs_;
  ChargeObservers observers_;
};

}  // namespace lull::analysis
