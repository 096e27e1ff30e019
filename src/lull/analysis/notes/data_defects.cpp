// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/notes/data_defects.hpp"

#include <string_view>

#include "lull/base/text/counted.hpp"

namespace lull::analysis {
namespace {

// Behind the number: of one, of several.
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
    {"request completes that was never posted, or posted too long ago; it is taken to start where "
     "it completes.",
     "requests complete that were never posted, or posted too long ago; they are taken to start "
     "where they complete."},
    {"request never completes.", "requests never complete."},
    {"receive or send took so long that later ones of its process were matched before it.",
     "receives or sends took so long that later ones of their process were matched before them."},
    {"collective operation was begun and not ended.",
     "collective operations were begun and not ended."},
    {"event names a communicator that is not defined; it cannot be matched.",
     "events name a communicator that is not defined; they cannot be matched."},
    {"collective operation is of a communicator that its location does not belong to.",
     "collective operations are of a communicator that their location does not belong to."},
    {"time a thread joined a team that had not been forked.",
     "times a thread joined a team that had not been forked."},
    {"team was forked and not joined while many others were; it is taken to end there.",
     "teams were forked and not joined while many others were; they are taken to end there."},
    {"barrier of threads is outside all teams.", "barriers of threads are outside all teams."},
    {"barrier of threads was not reached by its whole team within thousands of barriers; only the "
     "threads that reached it are considered.",
     "barriers of threads were not reached by their whole team within thousands of barriers; only "
     "the threads that reached them are considered."},
    {"time a thread reached such a barrier later; it is ignored.",
     "times a thread reached such a barrier later; it is ignored."},
    {"event of one-sided communication is of a window that its process does not belong to; it is "
     "ignored.",
     "events of one-sided communication are of windows that their process does not belong to; they "
     "are ignored."},
    {"event of one-sided communication is the second of its call; it is ignored.",
     "events of one-sided communication are not the first of their call; they are ignored."},
    {"operation claims more than 1 TiB; it is counted as 1 TiB.",
     "operations claim more than 1 TiB each; they are counted as 1 TiB each."},
    {"parameter is not recorded where its call, of one that may wait, begins; it is ignored.",
     "parameters are not recorded where their calls, of those that may wait, begin; they are "
     "ignored."},
}};

}  // namespace

std::string sentence(DataDefect defect, std::uint64_t count) {
  const auto& [one, many] = kSentences[static_cast<std::size_t>(defect)];
  return counted(count, one, many);
}

}  // namespace lull::analysis
