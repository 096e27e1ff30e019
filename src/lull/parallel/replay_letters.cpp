// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Letters that the walkers of a replay exchange.
#include <utility>

#include "lull/parallel/exchange.hpp"
#include "lull/parallel/replay_run.hpp"

namespace lull::parallel {

void Replay::Run::send(int destination, Bytes letter) {
  if (destination == rank_)
    deliver(letter);
  else
    office_.send(destination, std::move(letter));
}

bool Replay::Run::fetch() {
  return office_.fetch([this](int, const Bytes& letter) { deliver(letter); });
}

void Replay::Run::deliver(const Bytes& letter) {
  Unpacker unpacker(letter);
  const Letter kind = unpacker.get<Letter>();
  if (kind == Letter::Message) {
    const auto name = unpacker.get<MessageName>();
    messages_[name] = RemoteEventSet(unpacker.get_list<std::byte>());
    const auto waiting = waiting_for_message_.find(name);
    if (waiting == waiting_for_message_.end()) return;
    ready_.push_back(waiting->second);
    --waiting_;
    waiting_for_message_.erase(waiting);
    return;
  }
  const auto name = unpacker.get<CollectiveName>();
  if (kind == Letter::Contribution) return add_contribution(name, unpacker);
  Outcome& outcome = outcomes_[name];
  outcome.earliest = RemoteEventSet(unpacker.get_list<std::byte>());
  outcome.latest = RemoteEventSet(unpacker.get_list<std::byte>());
  outcome.left = parts_.local_members[name.communicator.index()];
  const auto waiting = waiting_for_outcome_.find(name);
  if (waiting == waiting_for_outcome_.end()) return;
  for (const std::size_t walker : waiting->second) ready_.push_back(walker);
  waiting_ -= waiting->second.size();
  waiting_for_outcome_.erase(waiting);
}

void Replay::Run::add_contribution(const CollectiveName& name, Unpacker& unpacker) {
  Gathered& all = everywhere_[name];
  all.parts += unpacker.get<std::uint64_t>();
  all.earliest = earliest(all.earliest, RemoteEventSet(unpacker.get_list<std::byte>()));
  all.latest = latest(all.latest, RemoteEventSet(unpacker.get_list<std::byte>()));
  if (all.parts < parts_.members[name.communicator.index()]) return;
  const Gathered complete = std::move(all);
  everywhere_.erase(name);
  send_outcome(name, complete);
}

// Sends the outcome to each rank that has members.
void Replay::Run::send_outcome(const CollectiveName& name, const Gathered& all) {
  Packer packer;
  packer.put(Letter::Outcome);
  packer.put(name);
  packer.put_list<std::byte>(all.earliest.pack());
  packer.put_list<std::byte>(all.latest.pack());
  const Bytes letter = packer.take();
  for (const int owner : parts_.owners_of(name.communicator)) send(owner, letter);
}

// Releases all walkers: none can continue, as the events they wait for will not come. This happens
// if clocks or events of a damaged trace contradict each other.
void Replay::Run::release_all() {
  const auto release = [this](std::size_t walker) {
    walkers_[walker].released = true;
    ready_.push_back(walker);
    ++result_.released;
  };
  for (const auto& [name, walker] : std::exchange(waiting_for_message_, {})) release(walker);
  for (const auto& [name, walkers] : std::exchange(waiting_for_outcome_, {}))
    for (const std::size_t walker : walkers) release(walker);
  waiting_ = 0;
}

}  // namespace lull::parallel
