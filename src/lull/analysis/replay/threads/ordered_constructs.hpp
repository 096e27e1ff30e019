// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The ordered constructs that a thread has open, and the loops that may have them: in which order
// the threads of a team get their turn.
#pragma once

#include <optional>
#include <vector>

#include "lull/analysis/replay/state/team.hpp"

namespace lull::analysis {

class OrderedConstructs {
 public:
  // The call was just entered by a member of the team, at this depth of its stack.
  void open(CallKind kind, RegionId region, const Membership& team, std::size_t depth,
            const CallInstance& call);
  // The call at this depth is being left. Returns the block of another thread that the construct
  // waited for, if it is an ordered construct that did.
  std::optional<CallInstance> close(CallKind kind, std::size_t depth, const CallInstance& call);

 private:
  struct Open {
    std::size_t depth;
    CallKind kind;
    Teams::Pointer team;
    OrderedLoops::Place place;  // the loop
    CallInstance block{};       // the ordered construct's block
    CallInstance previous{};    // the previous block, if it is another thread's
    bool has_block = false;
  };
  void open_block(const Membership& team, std::size_t depth, const CallInstance& call);
  void close_block(const Open& ordered, const CallInstance& call);

  std::vector<Open> open_;  // innermost last
};

}  // namespace lull::analysis
