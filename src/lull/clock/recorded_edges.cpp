// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/recorded_edges.hpp"

#include <algorithm>

namespace lull {
namespace {

constexpr std::size_t kCountedAtOnce = 1024;

}  // namespace

void RecordedEdges::add(Visit sent, Visit arrived) {
  const std::int64_t slack =
      (maps_(arrived.location, arrived.time) - maps_(sent.location, sent.time)).ticks;
  if (slack >= reach_) return;
  if (slack >= 0 && process_of(sent.location) == process_of(arrived.location)) return;
  messages_.push_back({sent.location, arrived.location, sent.time, arrived.time, slack});
  count_more();
}

void RecordedEdges::add_meeting(std::span<const Visit> comes, std::span<const Visit> leaves) {
  if (comes.empty() || leaves.empty()) return;
  Timestamp last;
  Timestamp first = kEndOfTime;
  for (const Visit& visit : comes) last = std::max(last, maps_(visit.location, visit.time));
  for (const Visit& visit : leaves) first = std::min(first, maps_(visit.location, visit.time));
  const std::int64_t slack = (first - last).ticks;
  if (slack >= reach_) return;
  gatherings_.push_back({slack, static_cast<std::uint32_t>(comes.size()),
                         static_cast<std::uint32_t>(leaves.size()), false});
  visits_.insert(visits_.end(), comes.begin(), comes.end());
  visits_.insert(visits_.end(), leaves.begin(), leaves.end());
  count_more();
}

void RecordedEdges::add_row(std::span<const Place> places) {
  Timestamp last;
  std::int64_t slack = std::numeric_limits<std::int64_t>::max();
  for (const auto& [comes, leaves] : places) {
    if (leaves.location.defined())
      slack = std::min(slack, (maps_(leaves.location, leaves.time) - last).ticks);
    if (comes.location.defined()) last = std::max(last, maps_(comes.location, comes.time));
  }
  if (slack >= reach_) return;
  const auto size = static_cast<std::uint32_t>(places.size());
  gatherings_.push_back({slack, size, size, true});
  for (const auto& [comes, leaves] : places) {
    visits_.push_back(comes);
    visits_.push_back(leaves);
  }
  count_more();
}

void RecordedEdges::forget(std::int64_t slack) {
  if (slack >= reach_) return;
  reach_ = slack;
  std::erase_if(messages_, [this](const Message& message) { return message.slack >= reach_; });
  auto from = visits_.begin();
  auto to = visits_.begin();
  for (const Gathering& gathering : gatherings_) {
    const auto end = from + gathering.comes + gathering.leaves;
    to = gathering.slack < reach_ ? std::copy(from, end, to) : to;
    from = end;
  }
  visits_.erase(to, visits_.end());
  std::erase_if(gatherings_, [this](const Gathering& one) { return one.slack >= reach_; });
}

std::size_t RecordedEdges::most_edges() const {
  return messages_.size() + visits_.size() + visits_.size() / 2;
}

void RecordedEdges::add_to(ClockEdges& edges, const ClockMaps& maps) const {
  for (const Message& message : messages_)
    edges.add(process_of(message.from), maps(message.from, message.sent), process_of(message.to),
              maps(message.to, message.arrived));
  std::vector<ClockEdges::Visit> visits;
  std::vector<ClockEdges::Place> row;
  std::span<const Visit> rest(visits_);
  for (const Gathering& gathering : gatherings_) {
    visits.clear(), row.clear();
    for (const Visit& visit : rest.first(gathering.comes + std::size_t{gathering.leaves}))
      visits.push_back(on(maps, visit));
    rest = rest.subspan(visits.size());
    if (!gathering.is_row) {
      const std::span<const ClockEdges::Visit> all(visits);
      edges.add_meeting(all.first(gathering.comes), all.subspan(gathering.comes));
      continue;
    }
    for (std::size_t i = 0; i < visits.size(); i += 2) row.push_back({visits[i], visits[i + 1]});
    edges.add_row(row);
  }
}

void RecordedEdges::count_more() {
  if (size() < counted_ + kCountedAtOnce) return;
  budget_.used += size() - counted_;
  counted_ = size();
  if (counted_ > share_ && budget_.used > budget_.most) make_room();
}

void RecordedEdges::make_room() {
  std::vector<std::int64_t> slacks;
  slacks.reserve(messages_.size() + gatherings_.size());
  for (const Message& message : messages_) slacks.push_back(message.slack);
  for (const Gathering& gathering : gatherings_) slacks.push_back(gathering.slack);
  const auto half = slacks.begin() + static_cast<std::ptrdiff_t>(slacks.size() / 2);
  std::ranges::nth_element(slacks, half);
  forget(std::max<std::int64_t>(*half, 0));
  budget_.used -= counted_ - size();
  counted_ = size();
  share_ = std::max(share_, 2 * size());  // violated edges are never dropped
}

}  // namespace lull
