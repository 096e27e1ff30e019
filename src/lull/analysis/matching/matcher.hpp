// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Matchers join operations into compound events and publish these. A matcher names the types of
// operations it takes; each type is taken by one matcher. Every shard has a set of its own, used by
// one thread at a time. A side that never comes must not cost memory for ever: what is older than
// `Checkpoint::previous` may be given up at a checkpoint, and only there, so that results depend on
// the trace alone; what was given up is counted in MatchingNotes.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/matching/progress.hpp"
#include "lull/analysis/notes/matching_notes.hpp"
#include "lull/analysis/replay/state/replay_context.hpp"

namespace lull::analysis {

// What was posted in a slice of time, by each who posted.
using Mails = std::span<const Mail* const>;

template <class Operation, class Use>
void for_each_operation(Mails mails, Use&& use) {
  for (const Mail* const mail : mails)
    for (const Operation& operation : mail->of<Operation>()) use(operation);
}

class Matcher {
 public:
  Matcher() = default;
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;
  virtual ~Matcher() = default;

  [[nodiscard]] virtual OperationTypes takes() const = 0;
  // Compound events that others know by their names.
  [[nodiscard]] virtual std::vector<const EventType*> publishes() const = 0;
  // Takes its operations, which live until end_slice(). Whatever it posts itself is matched later.
  virtual void take(Mails mails) = 0;
  // Every send before `posted` has been posted.
  virtual void end_slice(Timestamp /*posted*/) {}
  virtual void checkpoint(const Checkpoint& /*checkpoint*/) {}
  // After the last operations; what it posts here is still matched.
  virtual void finish() {}
  // After the last mail.
  virtual void add_to(MatchingNotes& notes) const = 0;
};

using MatcherList = std::vector<std::unique_ptr<Matcher>>;

// What matchers are made with; all of it outlives them.
struct MatcherPlace {
  const ReplayContext& context;
  const Progress& progress;
  Bus& bus;
};
// Makes one set of matchers for each shard.
using MatcherFactory = std::function<MatcherList(const MatcherPlace& place)>;

// Lull's own: those of matcher_list.def.
[[nodiscard]] MatcherList make_matchers(const MatcherPlace& place);

}  // namespace lull::analysis
