// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A compact copy of a state, from which it can be restored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "lull/trace/global/trace_state.hpp"

namespace lull {

class SavedState {
 public:
  explicit SavedState(const TraceState& state);
  void restore(TraceState& state) const;
  // Returns the approximate size.
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Link {  // the numerous entries of TraceState::Pending
    LocationId location;
    std::uint64_t id = 0;
    EventIndex event = kNoEvent;
  };

  void pack(std::span<const Frame> stack);

  std::vector<std::uint64_t> visits_;
  std::vector<std::byte> stacks_;  // by location: the depth, and each frame as a difference
  std::vector<std::pair<LocationId, OpenRegions<Frame>::Context>> contexts_;  // not empty
  std::vector<QueuedMessage> messages_;
  struct Request {
    ProcessId process;
    std::uint64_t id = 0;
    TraceState::Request request;
  };
  std::vector<Request> requests_;
  std::vector<MessageQueues::SavedNumbers> numbered_;
  std::vector<Link> io_operations_;
  std::vector<Link> forks_;
  std::vector<Link> team_begins_;  // id: the team
  std::vector<Link> collective_begins_;
  MessageQueues::Owed owed_;
  std::uint64_t early_ = 0;
  TraceState::Rare rare_;
};

}  // namespace lull
