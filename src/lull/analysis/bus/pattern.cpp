// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/bus/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "lull/base/error.hpp"

namespace lull::analysis {

MetricIndex Bus::metric(std::string_view id) const {
  const MetricIndex index = catalogue_.find(id);
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
  if (!metric.defined() || metric.index() >= catalogue_.size())
    throw input_error("a plug-in charges a metric that does not exist");
  const MetricCatalogue::Entry& entry = catalogue_[metric];
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

// Calls of other processes of the analysis are charged there.
bool Bus::is_known(const CallInstance& call) const {
  if (!call.location.defined() || !call.path.defined()) return false;
  if (paths_ == nullptr) return true;
  if (call.location.index() >= paths_->size()) return false;
  const PathPlaces* const places = (*paths_)[call.location.index()];
  return places == nullptr || call.path.index() < places->size();
}

// Paths of other processes are told apart by location, too: there may be more groups than needed.
std::uint64_t Bus::path_key(const CallInstance& call) const {
  const PathPlaces* const places = paths_ == nullptr ? nullptr : (*paths_)[call.location.index()];
  if (places != nullptr) return (*places)[call.path.index()].key;
  const std::uint64_t place = std::uint64_t{call.location.value} << 32 | call.path.value;
  return ~place * 0x9E3779B97F4A7C15ull;
}

namespace {

// Of several causes, that of the longest part.
WaitedFor longest_of(std::span<const CausedPart> parts) {
  const auto longest = std::ranges::max_element(
      parts, {}, [](const CausedPart& part) { return part.waiting.ticks; });
  return longest == parts.end() ? WaitedFor{} : longest->waited_for;
}

}  // namespace

void Bus::charge(MetricIndex metric, const CallInstance& call, std::span<const CausedPart> parts) {
  Duration whole;
  for (const CausedPart& part : parts) whole += part.waiting;
  KeptCharges* const kept = std::exchange(charges_, nullptr);
  const ClockUncertainty* const uncertainty = std::exchange(uncertainty_, nullptr);
  const WaitedFor worst = longest_of(parts);
  const CausedWaiting* const caused = std::exchange(caused_, nullptr);
  OutsideCharges* const outside = std::exchange(outside_, nullptr);
  charge(metric, call, whole, worst);
  outside_ = outside;
  charges_ = kept;
  uncertainty_ = uncertainty;
  caused_ = caused;
  if (!charged_here(call)) return;
  for (const CausedPart& part : parts) {
    if (part.waiting.ticks <= 0) continue;
    if (charges_ != nullptr) keep({metric, call, part.waiting, part.waited_for});
    if (outside_ != nullptr) outside_->look_at(metric, call, part.waiting, part.waited_for);
    if (caused_ != nullptr) blame(metric, call, part.waiting, part.waited_for);
    if (uncertainty_ != nullptr) add_uncertainty(metric, call, part.waiting, part.waited_for);
  }
}

void Bus::keep(const Charge& charge) {
  if (catalogue_[charge.metric].info.unit == Unit::Seconds) charges_->add(charge);
}

void Bus::add_uncertainty(MetricIndex metric, const CallInstance& call, Duration waiting,
                          const WaitedFor& waited_for) {
  uncertainty_->charge({metric, call, waiting, waited_for}, severities);
}

void Bus::note(SevereCalls::GroupIndex group, const Charge& charge) {
  SevereCall severe{charge.metric,  charge.call,
                    charge.waiting, {},
                    charge.begin(), charge.waited_for.cause.location};
  if (!severe_calls.keeps(group, severe)) return;
  severe.participants.add(charge.call.location);
  if (published_.describe != nullptr) published_.describe(published_.event, severe.participants);
  if (severe.cause.defined()) severe.participants.add(severe.cause);
  severe_calls.note(group, std::move(severe));
}

}  // namespace lull::analysis
