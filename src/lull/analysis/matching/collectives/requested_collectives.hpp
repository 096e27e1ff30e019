// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Joins the completions of a process's non-blocking collective operations with their outcomes, that
// is, which call they waited for. Both always arrive, in any order.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "lull/analysis/events/compound_event.hpp"

namespace lull::analysis {

class RequestedCollectives {
 public:
  // Calls joined(process, use, collective).
  template <class Joined>
  void take(const CollectiveCompletion& completion, Joined joined) {
    Half& half = waiting_[{completion.process, completion.sequence}];
    half.completion = completion;
    join(half, joined);
  }
  template <class Joined>
  void take(const CollectiveOutcome& outcome, Joined joined) {
    Half& half = waiting_[{outcome.process, outcome.sequence}];
    half.outcome = outcome;
    join(half, joined);
  }

 private:
  struct Half {
    std::optional<CollectiveCompletion> completion;
    std::optional<CollectiveOutcome> outcome;
  };
  template <class Joined>
  void join(const Half& half, Joined joined) {
    if (!half.completion || !half.outcome) return;
    const CollectiveCompletion completion = *half.completion;
    const CollectiveOutcome outcome = *half.outcome;
    waiting_.erase({completion.process, completion.sequence});
    joined(completion.process, completion.use,
           CompletedCollective{outcome.kind, outcome.waits, completion.begun, outcome.awaited,
                               completion.completion});
  }

  std::map<std::pair<ProcessId, std::uint32_t>, Half> waiting_;
};

}  // namespace lull::analysis
