// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/bus/bus.hpp"

#include <fmt/format.h>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/base/error.hpp"

namespace lull::analysis {

MetricIndex Bus::metric(std::string_view id) const {
  const MetricIndex index = charges_.catalogue().find(id);
  if (!index.defined())
    throw MetricMistake(fmt::format("a pattern charges to the unknown metric {}", id));
  return index;
}

void Bus::admit(Pattern& pattern) {
  guard_ = pattern.guard();
  guest_ = !pattern.is_own();
  const auto subscribe = [&] { pattern.subscribe(*this); };
  if (guard_ == nullptr)
    subscribe();
  else
    guard_->run(subscribe);
  guard_ = nullptr;
  guest_ = false;
}

void Bus::check(MetricIndex metric, const CallInstance& call, Duration waiting,
                const WaitedFor& waited_for) const {
  if (!metric.defined() || metric.index() >= charges_.catalogue().size())
    throw input_error("a plug-in charges a metric that does not exist");
  const MetricCatalogue::Entry& entry = charges_.catalogue()[metric];
  if (entry.own)
    throw input_error("{} is a metric of Lull; a plug-in charges only metrics that it declares",
                      entry.info.id);
  if (!is_known(call))
    throw input_error("{} is charged to a call that does not exist", entry.info.id);
  const CallPathOnLocation& cause = waited_for.cause;
  if (cause.location.defined() && !is_known({cause.location, cause.path, {}, {}}))
    throw input_error("{} names a cause that does not exist", entry.info.id);
  if (waiting > call.leave - call.enter)
    throw input_error("{} is charged {} ticks of a call that has {}", entry.info.id, waiting.ticks,
                      (call.leave - call.enter).ticks);
}

// Other processes charge calls of their own locations.
bool Bus::is_known(const CallInstance& call) const {
  if (!call.location.defined() || !call.path.defined()) return false;
  if (paths_ == nullptr) return true;
  if (call.location.index() >= paths_->size()) return false;
  const PathPlaces* const places = (*paths_)[call.location.index()];
  return places == nullptr || call.path.index() < places->size();
}

void Bus::charge(MetricIndex metric, const CallInstance& call, std::span<const CausedPart> parts) {
  if (guest_) {
    Duration whole;
    for (const CausedPart& part : parts) {
      whole += part.waiting;
      check(metric, call, part.waiting, part.waited_for);
    }
    check(metric, call, whole);
  }
  charges_.charge(metric, call, parts, published_);
}

}  // namespace lull::analysis
