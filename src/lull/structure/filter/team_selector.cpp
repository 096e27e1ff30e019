// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/filter/team_selector.hpp"

#include <algorithm>

namespace lull::structure {
namespace {

// The maximum number of open nested teams per thread. If there are more, the oldest teams are
// assumed never to be joined.
constexpr std::size_t kDepth = 4;
constexpr std::size_t kFew = 64;

bool is_cut(Reason reason) { return reason == Reason::Cut || reason == Reason::Team; }

// Returns the reason for an event of a team, which follows its fork.
Reason with_team(const Reason gone, Reason own) {
  if (own == Reason::Time || own == Reason::Location) return own;
  if (is_cut(gone)) return own == Reason::Cut ? own : Reason::Team;
  return gone == Reason::Location ? Reason::Partner : Reason::None;
}

}  // namespace

Reason TeamSelector::look_at(std::size_t thread, const EventBody& body, Reason own) {
  if (threads_.size() < 2) return own;
  if (std::holds_alternative<ThreadFork>(body)) return fork(thread, own);
  if (std::holds_alternative<ThreadJoin>(body)) return join(thread, own);
  if (const auto* event = std::get_if<ThreadTeamBegin>(&body))
    return begin(thread, event->team, own);
  if (std::holds_alternative<ThreadTeamEnd>(body)) return end(thread, own);
  const bool hidden = threads_[thread].hidden > 0;
  return hidden && (own == Reason::None || own == Reason::Region) ? Reason::Team : own;
}

Reason TeamSelector::fork(std::size_t thread, Reason own) {
  if (own == Reason::None && threads_[thread].hidden > 0) own = Reason::Team;
  if (forked_.size() >= std::max(kFew, kDepth * threads_.size())) forked_.erase(forked_.begin());
  forked_.push_back(std::make_shared<Team>(Team{.forker = thread, .gone = own}));
  return own;
}

Reason TeamSelector::join(std::size_t thread, Reason own) {
  const Pointer team =
      last_forked([thread](const Team& forked) { return forked.forker == thread; });
  if (!team) return own;
  std::erase(forked_, team);
  return with_team(team->gone, own);
}

Reason TeamSelector::begin(std::size_t thread, CommunicatorId team, Reason own) {
  Pointer found = find(thread, team);
  Member& member = threads_[thread].working.emplace_back(Member{found, false, own});
  if (!found) return own;
  if (!found->team.defined()) found->team = team;
  found->members.push_back(thread);
  member.hides = is_cut(found->gone) && found->forker != thread;
  if (member.hides) ++threads_[thread].hidden;
  return with_team(found->gone, own);
}

Reason TeamSelector::end(std::size_t thread, Reason own) {
  std::vector<Member>& working = threads_[thread].working;
  if (working.empty()) return own;
  const Member member = working.back();
  working.pop_back();
  if (member.hides) --threads_[thread].hidden;
  if (own == Reason::Time || own == Reason::Location) return own;
  return member.team ? with_team(member.team->gone, own) : member.own;
}

template <class Fits>
TeamSelector::Pointer TeamSelector::last_forked(Fits fits) const {
  const auto found = std::find_if(forked_.rbegin(), forked_.rend(),
                                  [&](const Pointer& team) { return fits(*team); });
  return found == forked_.rend() ? nullptr : *found;
}

// Returns, in order of preference, a team that the thread forked and has not begun in; the last
// team with this communicator; or the last team without members that a member of this communicator
// forked.
TeamSelector::Pointer TeamSelector::find(std::size_t thread, CommunicatorId team) const {
  const auto has = [thread](const Team& forked) {
    return std::ranges::find(forked.members, thread) != forked.members.end();
  };
  const auto is_others = [&](const Team& forked) {
    return forked.forker != thread && !has(forked);
  };
  Pointer own = last_forked([&](const Team& forked) { return forked.forker == thread; });
  if (own && !has(*own)) return own;
  if (Pointer same = last_forked([&](const Team& forked) {
        return team.defined() && forked.team == team && is_others(forked);
      }))
    return same;
  return last_forked([&](const Team& forked) {
    return !forked.team.defined() && is_others(forked) &&
           is_member(team, locations_[forked.forker]);
  });
}

bool TeamSelector::is_member(CommunicatorId team, LocationId location) const {
  if (team.index() >= definitions_.communicators.size()) return true;
  const GroupId group = definitions_.communicators[team.index()].group;
  if (!group.defined()) return true;
  const auto& members = definitions_.groups[group.index()].locations;
  return std::ranges::find(members, location) != members.end();
}

}  // namespace lull::structure
