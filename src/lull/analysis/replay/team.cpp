// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/team.hpp"

#include <algorithm>
#include <utility>

namespace lull::analysis {

bool TeamInstance::has(LocationId location) const {
  return std::ranges::any_of(
      members, [location](const Member& member) { return member.call.location == location; });
}

bool TeamInstance::works(LocationId location) const {
  return std::ranges::any_of(members, [location](const Member& member) {
    return member.call.location == location && member.call.path.defined();
  });
}

CallPathOnLocation TeamInstance::master_path() const {
  for (const Member& member : members)
    if (member.call.location == fork.location && member.call.path.defined())
      return {fork.location, member.call.path};
  return {fork.location, fork.path};
}

void Teams::fork(LocationId location, LocalPathId path, Timestamp time, Pointer outermost) {
  auto instance = std::make_shared<TeamInstance>();
  instance->fork = {location, path, time, time};
  instance->forked = true;
  instance->outermost = std::move(outermost);
  forked_.push_back(std::move(instance));
}

Membership Teams::begin(LocationId location, CommunicatorId team, Timestamp time) {
  const auto fits = [&](const Pointer& instance) {
    if (instance->team == team && team.defined()) return !instance->has(location);
    return !instance->team.defined() && is_member(team, instance->fork.location);
  };
  const auto found = std::find_if(forked_.rbegin(), forked_.rend(), fits);
  Pointer instance;
  if (found != forked_.rend()) {
    instance = *found;
  } else {
    instance = std::make_shared<TeamInstance>();
    instance->fork = {location, {}, time, time};
  }
  if (!instance->team.defined()) instance->team = team;
  instance->members.push_back({{location, {}, time, time}, time, time});
  return {instance, instance->members.size() - 1, 0};
}

Teams::Pointer Teams::join(LocationId location, Timestamp time) {
  const auto found = std::find_if(forked_.rbegin(), forked_.rend(), [&](const Pointer& instance) {
    return instance->fork.location == location;
  });
  if (found == forked_.rend()) return nullptr;
  Pointer instance = *found;
  forked_.erase(std::next(found).base());
  instance->fork.leave = time;
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

}  // namespace lull::analysis
