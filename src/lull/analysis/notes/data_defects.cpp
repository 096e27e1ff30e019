// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/notes/data_defects.hpp"

#include <string_view>

#include "lull/base/text/counted.hpp"

namespace lull::analysis {
namespace {

// The text that follows the number: singular and plural.
struct Sentence {
  std::string_view one, many;
};

constexpr std::array<Sentence, static_cast<std::size_t>(DataDefect::Count)> kSentences{{
    {"event is earlier than the one before it; it is treated as simultaneous.",
     "events are earlier than the one before them; they are treated as simultaneous."},
    {"event is more than 2^62 ticks after the trace's first, longer than any clock runs; it is "
     "treated as simultaneous with the one before it.",
     "events are more than 2^62 ticks after the trace's first, longer than any clock runs; they "
     "are treated as simultaneous with the one before them."},
    {"event names a region that is not defined.", "events name a region that is not defined."},
    {"message names a partner that is not defined; it cannot be matched.",
     "messages name a partner that is not defined; they cannot be matched."},
    {"request completes that was never posted or was posted too long ago; it is assumed to start "
     "where it completes.",
     "requests complete that were never posted or were posted too long ago; they are assumed to "
     "start where they complete."},
    {"request never completes.", "requests never complete."},
    {"receive or send took so long that later operations of its process were matched first.",
     "receives or sends took so long that later operations of their process were matched first."},
    {"collective operation began but did not end.", "collective operations began but did not end."},
    {"event names a communicator that is not defined; it cannot be matched.",
     "events name a communicator that is not defined; they cannot be matched."},
    {"collective operation uses a communicator that its location does not belong to.",
     "collective operations use a communicator that their location does not belong to."},
    {"time a thread joined a team that had not been forked.",
     "times a thread joined a team that had not been forked."},
    {"team was forked and not joined while many others were; it is assumed to end there.",
     "teams were forked and not joined while many others were; they are assumed to end there."},
    {"thread barrier is outside all teams.", "thread barriers are outside all teams."},
    {"thread barrier was not reached by its whole team within thousands of barriers; only the "
     "threads that reached it are considered.",
     "thread barriers were not reached by their whole team within thousands of barriers; only "
     "the threads that reached them are considered."},
    {"time a thread reached such a barrier later; it is ignored.",
     "times a thread reached such a barrier later; it is ignored."},
    {"one-sided communication event uses a window that its process does not belong to; it is "
     "ignored.",
     "one-sided communication events use windows that their process does not belong to; they "
     "are ignored."},
    {"one-sided communication event is not the first of its call; it is ignored.",
     "one-sided communication events are not the first of their call; they are ignored."},
    {"operation reports more than 1 TiB; it is counted as 1 TiB.",
     "operations report more than 1 TiB each; they are counted as 1 TiB each."},
    {"parameter of a call that may wait is not recorded where the call begins; it is ignored.",
     "parameters of calls that may wait are not recorded where the calls begin; they are "
     "ignored."},
}};

}  // namespace

std::string sentence(DataDefect defect, std::uint64_t count) {
  const auto& [one, many] = kSentences[static_cast<std::size_t>(defect)];
  return counted(count, one, many);
}

}  // namespace lull::analysis
