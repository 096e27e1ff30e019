// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/state/team.hpp"

#include <algorithm>

namespace lull::analysis {

bool TeamInstance::has(LocationId location) const {
  return std::ranges::any_of(
      members, [location](const Member& member) { return member.call.location == location; });
}

void Teams::fork(LocationId location, LocalPathId path, Timestamp time) {
  auto instance = std::make_shared<TeamInstance>();
  instance->fork = {location, path, time, time};
  instance->forked = true;
  forked_.push_back(std::move(instance));
}

Teams::Pointer Teams::find(LocationId location, CommunicatorId team) const {
  Pointer own = last_forked(
      [location](const TeamInstance& instance) { return instance.fork.location == location; });
  if (own && !own->has(location)) return own;
  const auto is_other = [location](const TeamInstance& instance) {
    return instance.fork.location != location;
  };
  if (Pointer same = last_forked([&](const TeamInstance& instance) {
        return team.defined() && instance.team == team && is_other(instance) &&
               !instance.has(location);
      }))
    return same;
  if (Pointer empty = last_forked([&](const TeamInstance& instance) {
        return !instance.team.defined() && is_other(instance) && !instance.has(location) &&
               is_member(team, instance.fork.location);
      }))
    return empty;
  return last_forked([&](const TeamInstance& instance) {
    return is_other(instance) && !instance.has(location) &&
           is_pair(team, instance.fork.location, location);
  });
}

Membership Teams::begin(LocationId location, CommunicatorId team, Timestamp time) {
  Pointer instance = find(location, team);
  if (!instance) {
    instance = std::make_shared<TeamInstance>();
    instance->fork = {location, {}, time, time};
  }
  if (!instance->team.defined()) instance->team = team;
  instance->add_member(location, time);
  const bool own = instance->forked && instance->fork.location == location;
  return {instance, instance->members.size() - 1,
          own ? Membership::Kind::Own : Membership::Kind::Worker, 0, time};
}

std::optional<Membership> Teams::begin_in_league(LocationId location, Timestamp time) {
  Pointer instance = last_forked([location](const TeamInstance& candidate) {
    return candidate.fork.location != location && !candidate.has(location) &&
           (candidate.league || candidate.members.empty());
  });
  if (!instance) return std::nullopt;
  instance->league = true;
  instance->add_member(location, time);
  return Membership{instance, instance->members.size() - 1, Membership::Kind::League, 0, time};
}

Teams::Pointer Teams::join(LocationId location, Timestamp time) {
  const Pointer instance = last_forked(
      [location](const TeamInstance& candidate) { return candidate.fork.location == location; });
  return instance ? take(instance, time) : nullptr;
}

Teams::Pointer Teams::give_up(Timestamp time) {
  return forked_.size() > limit_ ? take(Pointer(forked_.front()), time) : nullptr;
}

Teams::Pointer Teams::take(const Pointer& instance, Timestamp time) {
  std::erase(forked_, instance);
  instance->fork.leave = std::max(instance->fork.enter, time);
  instance->joined = true;
  return instance;
}

bool Teams::is_member(CommunicatorId team, LocationId location) const {
  if (!team.defined()) return true;
  const Communicator& communicator = context_.definitions.communicators[team.index()];
  if (!communicator.group.defined()) return true;
  const auto& members = context_.definitions.groups[communicator.group.index()].locations;
  return std::ranges::find(members, location) != members.end();
}

bool Teams::is_pair(CommunicatorId team, LocationId one, LocationId other) const {
  if (!team.defined()) return false;
  const Communicator& communicator = context_.definitions.communicators[team.index()];
  if (!communicator.group.defined()) return false;
  return context_.definitions.groups[communicator.group.index()].locations.size() == 2 &&
         is_member(team, one) && is_member(team, other);
}

}  // namespace lull::analysis
