// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Messages on their own way: sending never waits, what has come is fetched when there is time for
// it, and all processes find out together that nobody has anything left to do.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>

#include "lull/parallel/transport.hpp"

namespace lull::parallel {

class PostOffice {
 public:
  // Collective, like its end; all that was sent must have been received by then.
  explicit PostOffice(MPI_Comm communicator) : communicator_(communicator) {}
  ~PostOffice();
  PostOffice(const PostOffice&) = delete;
  PostOffice& operator=(const PostOffice&) = delete;

  void send(int destination, Bytes bytes);
  // take(source, bytes) for each message that is here. Whether there was one.
  bool fetch(const std::function<void(int source, const Bytes& bytes)>& take);

  // To be called again and again by a process that has nothing to do but fetch. When that is so of
  // all processes, and no message is under way: the sum of what they gave as `waiting`, to all of
  // them at the same time (Mattern's four counters).
  std::optional<std::uint64_t> all_idle(std::uint64_t waiting);

 private:
  struct Letter {
    Bytes bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  enum Count { Sent, Received, Waiting, kCounts };
  using Counts = std::array<std::uint64_t, kCounts>;

  // What a process sends after they were all idle, another one must not see before it knows that.
  [[nodiscard]] int tag() const;
  void forget_sent();

  OwnCommunicator communicator_;
  std::deque<Letter> under_way_;
  Counts mine_{};
  Counts given_{};  // to the sum that is being made
  Counts all_{};
  Counts before_{};
  bool compared_ = false;     // before_ holds something
  std::uint64_t rounds_ = 0;  // how often all were idle
  MPI_Request counting_ = MPI_REQUEST_NULL;
};

}  // namespace lull::parallel
