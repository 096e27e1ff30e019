// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/charging/charge_sink.hpp"

#include <algorithm>

namespace lull::analysis {
namespace {

WaitedFor cause_of_longest(std::span<const CausedPart> parts) {
  const auto longest = std::ranges::max_element(
      parts, {}, [](const CausedPart& part) { return part.waiting.ticks; });
  return longest == parts.end() ? WaitedFor{} : longest->waited_for;
}

}  // namespace

void ChargeSink::set_up(ChargeSetup setup) {
  setup.catalogue = &catalogue_;
  setup.severities = &severities_;
  setup.pairs = &pairs_;
  for_each_observer([&](auto& observer) { observer.set_up(setup); });
}

void ChargeSink::work_for(WorkerResults& worker) {
  pairs_.set_matrix(worker.pairs());
  for_each_observer([&]<class Observer>(Observer& observer) {
    if constexpr (WorkerObserver<Observer>) observer.work_for(worker);
  });
}

void ChargeSink::charge(MetricIndex metric, const CallInstance& call,
                        std::span<const CausedPart> parts, const PublishedEvent& published) {
  Duration whole;
  for (const CausedPart& part : parts) whole += part.waiting;
  if (!is_charged_here(call)) return;
  const WaitedFor worst = cause_of_longest(parts);
  if (whole.ticks > 0) {
    Severity& sum = add(metric, call, whole.ticks);
    for_each_observer([&]<class Observer>(Observer& observer) {
      if constexpr (WholeObserver<Observer>)
        observer.observe({metric, call, whole, worst, published}, sum);
    });
  }
  for (const CausedPart& part : parts) {
    if (part.waiting.ticks <= 0) continue;
    for_each_observer([&]<class Observer>(Observer& observer) {
      if constexpr (PartObserver<Observer>)
        observer.observe_part({metric, call, part.waiting, part.waited_for, published});
    });
  }
}

}  // namespace lull::analysis
