// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Followers see the events of one location beside the engine and post operations of their own: how
// a family of patterns gets what it needs out of a trace. The engine keeps the call stack and time;
// a follower names the events it wants to see, and costs nothing at others.
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
  // An event of the selection, in the order of recording; `call` is what it lies in. Enters and
  // leaves: before the engine has followed them.
  virtual void on(const Event& event, const OpenCall& call, Outbox& outbox) = 0;
  // A call has been entered that is to be seen then (is_seen_at_enter); only if it wants leaves.
  virtual void enter(const OpenCall& /*call*/, Outbox& /*outbox*/) {}
  // Whether it wants leave() to be called.
  [[nodiscard]] virtual bool wants_leaves() const { return false; }
  // A call of a known kind (call.kind) is being left.
  virtual void leave(const OpenCall& /*call*/, Outbox& /*outbox*/) {}
};

using FollowerList = std::vector<std::unique_ptr<Follower>>;

// What followers of a location are made with; all of it outlives them.
struct FollowerPlace {
  const ReplayContext& context;
  ProcessId process;
  LocationId location;
  LocalCallTree& tree;  // for counts of operations and bytes
  ProcessState& state;  // what followers of one process share
};
// Makes one set of followers for each location.
using FollowerFactory = std::function<FollowerList(const FollowerPlace& place)>;

// Lull's own: those of follower_list.def.
[[nodiscard]] FollowerList make_followers(const FollowerPlace& place);

}  // namespace lull::analysis
