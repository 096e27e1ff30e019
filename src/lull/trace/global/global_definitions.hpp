// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The definitions of a trace, and the call tree of the whole program, read from the archive or
// rebuilt from the events (PEARL, section 4.3). Read once, then shared by all threads.
#pragma once

#include <span>
#include <vector>

#include "lull/trace/rules/call_tree.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

// Adds the call paths of the regions that a location enters to the tree, as LocalTrace does.
// Returns the number of visits.
std::uint64_t add_call_paths(const TraceSource& source, LocationId location, CallTree& tree);

class GlobalDefinitions {
 public:
  // Uses the archive's call paths or, if it has none, its calling contexts. `source` must outlive
  // this.
  explicit GlobalDefinitions(const TraceSource& source);

  [[nodiscard]] const Definitions& definitions() const { return source_.definitions(); }
  [[nodiscard]] const Definitions* operator->() const { return &source_.definitions(); }

  // Empty when the archive has none and it was not rebuilt.
  [[nodiscard]] const CallTree& call_tree() const { return tree_; }
  // Gives write access, for LocalTrace, which adds missing paths.
  [[nodiscard]] CallTree& call_tree() { return tree_; }
  // Returns whether the archive defines call paths.
  [[nodiscard]] bool has_own_call_tree() const { return own_; }
  // Returns the node of a call path or calling context of the archive; undefined for an undefined
  // id.
  [[nodiscard]] CallNodeId node(CallpathId callpath) const;
  [[nodiscard]] CallNodeId node(CallingContextId context) const;

  // Adds the call paths of all events of these locations, or of all locations. Reads the events
  // once.
  void rebuild_call_tree(std::span<const LocationId> locations);
  void rebuild_call_tree();

 private:
  const TraceSource& source_;
  CallTree tree_;
  bool own_ = false;
  std::vector<CallNodeId> of_callpath_;
  std::vector<CallNodeId> of_context_;
};

}  // namespace lull
