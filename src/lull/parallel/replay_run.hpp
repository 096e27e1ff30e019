// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One pass of a Replay: walkers that wait for events of other processes, and the letters that
// deliver these events.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "lull/parallel/post_office.hpp"
#include "lull/parallel/replay_parts.hpp"

namespace lull::parallel {

class Replay::Run {
 public:
  Run(const Parts& parts, Direction direction);
  Result run();

 private:
  struct NameHash {
    std::size_t operator()(const MessageName& name) const noexcept {
      return MessageChannel::Hash()(name.channel) * 31 + name.number;
    }
    std::size_t operator()(const CollectiveName& name) const noexcept {
      return (std::uint64_t{name.communicator.value} << 40 ^ name.number) * 0x9E3779B97F4A7C15ull;
    }
  };
  // The walk through one application process.
  struct Walker {
    const LocalProcess* process;
    ProcessWalk walk;
    // Indexed by thread: index of the next message and collective operation; backward, the number
    // left.
    std::vector<std::size_t> messages;
    std::vector<std::size_t> collectives;
    bool announced = false;  // callbacks were called for the event
    bool given = false;      // its part in a collective operation was sent
    bool released = false;   // no longer waits
  };
  enum class Letter : std::uint8_t { Message, Contribution, Outcome };
  struct Gathered {
    std::uint64_t parts = 0;
    EventSet earliest;
    EventSet latest;
  };
  struct Outcome {
    RemoteEventSet earliest;
    RemoteEventSet latest;
    std::uint64_t left = 0;  // members here that have not taken it
  };

  void walk_ready_ones();
  void advance(std::size_t walker);
  // Returns false if the walker must wait.
  bool step(Walker& walker, std::size_t index);
  void announce(Walker& walker);
  bool pass_message(Walker& walker, std::size_t index, Part part);
  bool take_message(Walker& walker, std::size_t index, const MessageName& name);
  bool pass_collective(Walker& walker, std::size_t index);
  void give_part(const CollectiveName& name, const EventSet& events);
  bool take_outcome(Walker& walker, std::size_t index, const CollectiveName& name);
  void take_alone(const Place& place, const EventSet& events);

  void send(int destination, Bytes letter);
  void deliver(const Bytes& letter);
  void add_contribution(const CollectiveName& name, Unpacker& unpacker);
  void send_outcome(const CollectiveName& name, const Gathered& all);
  bool fetch();
  void release_all();
  static Place place_of(const Walker& walker) {
    return {*walker.walk.threads()[walker.walk.thread()], walker.walk.event()};
  }

  const Parts& parts_;
  Direction direction_;
  PostOffice office_;
  int rank_;
  std::vector<Walker> walkers_;
  std::deque<std::size_t> ready_;
  std::unordered_map<MessageName, std::size_t, NameHash> waiting_for_message_;
  std::unordered_map<CollectiveName, std::vector<std::size_t>, NameHash> waiting_for_outcome_;
  std::uint64_t waiting_ = 0;
  std::unordered_map<MessageName, RemoteEventSet, NameHash> messages_;  // not taken yet
  std::unordered_map<CollectiveName, Gathered, NameHash> here_;         // from members here
  std::unordered_map<CollectiveName, Gathered, NameHash> everywhere_;   // gathered by this process
  std::unordered_map<CollectiveName, Outcome, NameHash> outcomes_;
  Result result_;
};

}  // namespace lull::parallel
