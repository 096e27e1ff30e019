// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Asynchronous messages: sending never blocks, received messages are fetched when convenient, and
// the processes detect together when all of them are idle.
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
  // Construction and destruction are collective; all messages must have been received by then.
  explicit PostOffice(MPI_Comm communicator) : communicator_(communicator) {}
  ~PostOffice();
  PostOffice(const PostOffice&) = delete;
  PostOffice& operator=(const PostOffice&) = delete;

  void send(int destination, Bytes bytes);
  // Calls take(source, bytes) for each message that has arrived. Returns whether there was one.
  bool fetch(const std::function<void(int source, const Bytes& bytes)>& take);

  // Call repeatedly while this process can do nothing but fetch. Once all processes are idle and no
  // message is in flight, returns the sum of their `waiting` values, to all of them (Mattern's
  // four-counter method).
  std::optional<std::uint64_t> all_idle(std::uint64_t waiting);

 private:
  struct Letter {
    Bytes bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  enum Count { Sent, Received, Waiting, kCounts };
  using Counts = std::array<std::uint64_t, kCounts>;

  // Alternates per round: a message sent after the processes were all idle must not be seen by a
  // process that has not yet detected this.
  [[nodiscard]] int tag() const;
  void forget_sent();

  OwnCommunicator communicator_;
  std::deque<Letter> under_way_;
  Counts mine_{};
  Counts given_{};  // contributed to the current reduction
  Counts all_{};
  Counts before_{};
  bool compared_ = false;     // before_ is valid
  std::uint64_t rounds_ = 0;  // number of times all were idle
  MPI_Request counting_ = MPI_REQUEST_NULL;
};

}  // namespace lull::parallel
