// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/replay_run.hpp"

#include <utility>

#include "lull/parallel/exchange.hpp"

namespace lull::parallel {

Replay::Run::Run(const Parts& parts, Direction direction)
    : parts_(parts),
      direction_(direction),
      office_(parts.communicator),
      rank_(rank_in(parts.communicator)) {
  const bool forward = direction == Direction::Forward;
  for (const LocalProcess& process : parts.processes) {
    ready_.push_back(walkers_.size());
    Walker& walker = walkers_.emplace_back(Walker{&process, {process.threads, direction}, {}, {}});
    for (std::size_t i = 0; i < process.threads.size(); ++i) {
      walker.messages.push_back(forward ? 0 : process.numbers->messages_of(i));
      walker.collectives.push_back(forward ? 0 : process.numbers->collectives_of(i));
    }
  }
}

Replay::Result Replay::Run::run() {
  while (true) {
    walk_ready_ones();
    if (fetch() || !ready_.empty()) continue;
    const auto waiting_anywhere = office_.all_idle(waiting_);
    if (waiting_anywhere == 0u) return result_;
    if (waiting_anywhere) release_all();
  }
}

void Replay::Run::walk_ready_ones() {
  while (!ready_.empty()) {
    const std::size_t walker = ready_.front();
    ready_.pop_front();
    advance(walker);
    fetch();
  }
}

void Replay::Run::advance(std::size_t index) {
  constexpr std::uint64_t kLook = 1024;  // events between checks for received letters
  Walker& walker = walkers_[index];
  for (std::uint64_t passed = 1; !walker.walk.ended() && step(walker, index); ++passed) {
    walker.announced = walker.given = walker.released = false;
    walker.walk.advance();
    if (passed % kLook == 0) fetch();
  }
}

void Replay::Run::announce(Walker& walker) {
  if (std::exchange(walker.announced, true)) return;
  ++result_.events;
  const Place place = place_of(walker);
  for (const OnEvent& callback : parts_.callbacks[place.event->body.index()]) callback(place);
}

bool Replay::Run::step(Walker& walker, std::size_t index) {
  announce(walker);
  const Part part = part_of(walker.walk.event()->body);
  if (part == Part::None) return true;
  if (part == Part::Collective) return pass_collective(walker, index);
  return pass_message(walker, index, part);
}

bool Replay::Run::pass_message(Walker& walker, std::size_t index, Part part) {
  const bool forward = direction_ == Direction::Forward;
  const std::size_t thread = walker.walk.thread();
  std::size_t& count = walker.messages[thread];
  const LocalProcess& process = *walker.process;
  const auto& name = process.numbers->message(thread, forward ? count : count - 1);
  const auto& both_ends = part == Part::Send ? process.sendable : process.receivable;
  const auto known = name ? both_ends.find(name->channel) : both_ends.end();
  const bool matched = known != both_ends.end() && name->number < known->second;
  const Place place = place_of(walker);
  if ((part == Part::Send) == forward) {
    EventSet events;
    if (parts_.give_message) parts_.give_message(place, events);
    if (matched && parts_.take_message) {
      Packer packer;
      packer.put(Letter::Message);
      packer.put(*name);
      packer.put_list<std::byte>(events.pack());
      const ProcessId other = forward ? name->channel.destination : name->channel.source;
      send(parts_.owner[other.index()], packer.take());
    }
  } else if (parts_.take_message) {
    if (matched && !walker.released && !take_message(walker, index, *name)) return false;
    if (!matched || walker.released) parts_.take_message(place, {});
  }
  if (!matched) ++result_.unmatched;
  count = forward ? count + 1 : count - 1;
  return true;
}

bool Replay::Run::take_message(Walker& walker, std::size_t index, const MessageName& name) {
  const auto here = messages_.find(name);
  if (here == messages_.end()) {
    waiting_for_message_[name] = index;
    ++waiting_;
    return false;
  }
  const RemoteEventSet events = std::move(here->second);
  messages_.erase(here);
  ++result_.messages;
  parts_.take_message(place_of(walker), events);
  return true;
}

bool Replay::Run::pass_collective(Walker& walker, std::size_t index) {
  const bool forward = direction_ == Direction::Forward;
  const std::size_t thread = walker.walk.thread();
  std::size_t& count = walker.collectives[thread];
  const CollectiveName name =
      walker.process->numbers->collective(thread, forward ? count : count - 1);
  const auto done = [&] {
    count = forward ? count + 1 : count - 1;
    return true;
  };
  if (!parts_.take_collective) return done();
  const Place place = place_of(walker);
  const std::size_t communicator = name.communicator.index();
  const bool defined = name.communicator.defined();
  const bool alone =
      defined && parts_.definitions.communicators[communicator].kind == CommunicatorKind::Self;
  const bool complete = defined && !alone && parts_.members[communicator] > 0 &&
                        name.number < parts_.complete_collectives[communicator];
  if (!std::exchange(walker.given, true)) {
    EventSet events;
    if (parts_.give_collective) parts_.give_collective(place, events);
    if (alone) take_alone(place, events);
    if (complete) give_part(name, events);
  }
  if (complete && !walker.released) return take_outcome(walker, index, name) && done();
  if (alone) return done();
  if (!complete) ++result_.incomplete_collectives;
  parts_.take_collective(place, {}, {});
  return done();
}

void Replay::Run::take_alone(const Place& place, const EventSet& events) {
  const RemoteEventSet own(events.pack());
  parts_.take_collective(place, own, own);
}

// All parts of members here are sent in one letter.
void Replay::Run::give_part(const CollectiveName& name, const EventSet& events) {
  Gathered& gathered = here_[name];
  gathered.earliest = earliest(gathered.earliest, events);
  gathered.latest = latest(gathered.latest, events);
  if (++gathered.parts < parts_.local_members[name.communicator.index()]) return;
  Packer packer;
  packer.put(Letter::Contribution);
  packer.put(name);
  packer.put(gathered.parts);
  packer.put_list<std::byte>(gathered.earliest.pack());
  packer.put_list<std::byte>(gathered.latest.pack());
  here_.erase(name);
  const auto size = static_cast<std::size_t>(parallel::size_of(parts_.communicator));
  send(static_cast<int>(NameHash()(name) % size), packer.take());
}

bool Replay::Run::take_outcome(Walker& walker, std::size_t index, const CollectiveName& name) {
  const auto found = outcomes_.find(name);
  if (found == outcomes_.end()) {
    waiting_for_outcome_[name].push_back(index);
    ++waiting_;
    return false;
  }
  parts_.take_collective(place_of(walker), found->second.earliest, found->second.latest);
  if (--found->second.left == 0) outcomes_.erase(found);
  return true;
}

}  // namespace lull::parallel
