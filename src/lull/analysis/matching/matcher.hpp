// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Matchers join operations into compound events and publish these. A matcher lists the types of
// operations that it takes; each type is taken by one matcher. Every shard has its own set, used by
// one thread at a time. A side that never arrives must not hold memory forever: data older than
// `Checkpoint::previous` may be given up at a checkpoint, and only there, so that results depend
// only on the trace; it is counted in MatchingNotes.
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

// Everything posted in a slice of time, one Mail for each posting thread or process.
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
  // Compound events that others can look up by name.
  [[nodiscard]] virtual std::vector<const EventType*> publishes() const = 0;
  // Takes its operations, which live until end_slice(). Operations that it posts are matched later.
  virtual void take(Mails mails) = 0;
  // Called when every send before `posted` has been posted.
  virtual void end_slice(Timestamp /*posted*/) {}
  virtual void checkpoint(const Checkpoint& /*checkpoint*/) {}
  // Called after the last operations; operations posted here are still matched.
  virtual void finish() {}
  // Called after the last mail.
  virtual void add_to(MatchingNotes& notes) const = 0;
};

using MatcherList = std::vector<std::unique_ptr<Matcher>>;

// Arguments of matchers; they outlive the matchers.
struct MatcherPlace {
  const ReplayContext& context;
  const Progress& progress;
  Bus& bus;
};
// Makes one set of matchers for each shard.
using MatcherFactory = std::function<MatcherList(const MatcherPlace& place)>;

// Makes Lull's own matchers, listed in matcher_list.def.
[[nodiscard]] MatcherList make_matchers(const MatcherPlace& place);

}  // namespace lull::analysis
