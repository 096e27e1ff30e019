// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/threads/ordered_constructs.hpp"

namespace lull::analysis {

void OrderedConstructs::open(CallKind kind, RegionId region, const Membership& team,
                             std::size_t depth, const CallInstance& call) {
  if (kind == CallKind::OmpLoop) {
    open_.push_back({depth, kind, team.team, team.team->loops.enter(team.place, region)});
  } else if (kind == CallKind::OmpOrdered) {
    OrderedLoops::Place place{};
    for (const Open& outer : open_)
      if (outer.kind == CallKind::OmpLoop && outer.team == team.team) place = outer.place;
    open_.push_back({depth, kind, team.team, place});
  } else if (kind == CallKind::OmpOrderedBlock) {
    open_block(team, depth, call);
  }
}

void OrderedConstructs::open_block(const Membership& team, std::size_t depth,
                                   const CallInstance& call) {
  if (open_.empty()) return;
  Open& ordered = open_.back();
  const bool has_turn =
      ordered.kind == CallKind::OmpOrdered && ordered.depth + 1 == depth && !ordered.has_block;
  if (!has_turn) return;
  ordered.has_block = true;
  OrderedLoops::Block& last = team.team->loops.last_block(ordered.place);
  ordered.block = call;
  if (last.call.location.defined() && last.call.location != call.location) {
    ordered.previous = last.call;
    if (last.open || last.call.leave > call.enter) ordered.previous.leave = call.enter;
  }
  last = {ordered.block, true};
}

std::optional<CallInstance> OrderedConstructs::close(CallKind kind, std::size_t depth,
                                                     const CallInstance& call) {
  if (open_.empty()) return std::nullopt;
  const Open& ordered = open_.back();
  if (kind == CallKind::OmpOrderedBlock) {
    if (ordered.has_block && ordered.depth + 1 == depth) close_block(ordered, call);
    return std::nullopt;
  }
  if (ordered.depth != depth) return std::nullopt;
  const CallInstance previous = ordered.previous;
  open_.pop_back();
  return previous.location.defined() ? std::optional(previous) : std::nullopt;
}

void OrderedConstructs::close_block(const Open& ordered, const CallInstance& call) {
  OrderedLoops::Block& last = ordered.team->loops.last_block(ordered.place);
  const bool is_last =
      last.open && last.call.location == call.location && last.call.enter == ordered.block.enter;
  if (is_last) last = {call, false};
}

}  // namespace lull::analysis
