// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A charge observer turns patterns' charges into one kind of result. ChargeSink passes each charge
// to all observers in charge_observer_list.hpp. To add a kind of result, write a class with
// set_up() and one or more of the other functions, and add its name to the list:
//
//   void set_up(const ChargeSetup& setup);            // once, before the first charge
//   void observe(const ChargeView& charge, Severity& sum);
//   void observe_part(const ChargeView& charge);
//   void observe_count(MetricIndex metric, const CallInstance& call, std::int64_t times);
//   void work_for(WorkerResults& worker);             // the thread that charges next
//
// Charges have more than zero ticks. A wait with several successive causes is one charge for
// observe(), with the cause of its longest part, and several for observe_part(). `sum` is the
// severity that the charge was added to, valid until something is added to the table.
//
// Observers are called inline, some of them millions of times a second: an observer that is not
// needed returns at once.
#pragma once

#include "lull/analysis/charging/charge.hpp"
#include "lull/analysis/charging/charge_setup.hpp"

namespace lull::analysis {

template <class Observer>
concept ChargeObserver = requires(Observer& observer, const ChargeSetup& setup) {
  observer.set_up(setup);
};

template <class Observer>
concept WholeObserver = requires(Observer& observer, const ChargeView& charge, Severity& sum) {
  observer.observe(charge, sum);
};

template <class Observer>
concept PartObserver = requires(Observer& observer, const ChargeView& charge) {
  observer.observe_part(charge);
};

template <class Observer>
concept CountObserver = requires(Observer& observer, MetricIndex metric, const CallInstance& call) {
  observer.observe_count(metric, call, std::int64_t{1});
};

template <class Observer>
concept WorkerObserver = requires(Observer& observer, WorkerResults& worker) {
  observer.work_for(worker);
};

}  // namespace lull::analysis
