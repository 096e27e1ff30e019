// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Followers receive the events of one location in addition to the engine and post their own
// operations: this is how a family of patterns gets its data from a trace. The engine keeps the
// call stack and the time; a follower selects its events, and has no cost at other events.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "lull/analysis/replay/calls/local_call_tree.hpp"
#include "lull/analysis/replay/calls/open_call.hpp"
#include "lull/analysis/replay/state/replay_context.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::analysis {

class Outbox;
struct ProcessState;

class Follower {
 public:
  Follower() = default;
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;
  virtual ~Follower() = default;

  [[nodiscard]] virtual EventSelection selection() const = 0;
  // A selected event, in the order of recording; `call` contains it. Enters and leaves arrive
  // before the engine handles them.
  virtual void on(const Event& event, const OpenCall& call, Outbox& outbox) = 0;
  // A call of a kind in is_seen_at_enter() has been entered; only if wants_leaves().
  virtual void enter(const OpenCall& /*call*/, Outbox& /*outbox*/) {}
  // Returns whether leave() should be called.
  [[nodiscard]] virtual bool wants_leaves() const { return false; }
  // A call of a known kind (call.kind) is being left.
  virtual void leave(const OpenCall& /*call*/, Outbox& /*outbox*/) {}
};

using FollowerList = std::vector<std::unique_ptr<Follower>>;

// Arguments of a location's followers; they outlive the followers.
struct FollowerPlace {
  const ReplayContext& context;
  ProcessId process;
  LocationId location;
  LocalCallTree& tree;  // for counts of operations and bytes
  ProcessState& state;  // shared by the followers of one process
};
// Makes one set of followers for each location.
using FollowerFactory = std::function<FollowerList(const FollowerPlace& place)>;

// Makes Lull's own followers, listed in follower_list.def.
[[nodiscard]] FollowerList make_followers(const FollowerPlace& place);

}  // namespace lull::analysis
