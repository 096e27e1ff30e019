// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/oddities.hpp"

#include <string_view>

#include "lull/base/counted.hpp"

namespace lull::analysis {
namespace {

// Behind the number: of one, of several.
struct Sentence {
  std::string_view one, many;
};

constexpr std::array<Sentence, static_cast<std::size_t>(Oddity::Count)> kSentences{{
    {"time a region was left that had not been entered (the trace may start in mid-run).",
     "times a region was left that had not been entered (the trace may start in mid-run)."},
    {"region was never left; it is taken to last until the last event of its location.",
     "regions were never left; they are taken to last until the last event of their location."},
    {"time an outer region was left while inner ones were open; the inner ones end with it.",
     "times an outer region was left while inner ones were open; the inner ones end with it."},
    {"event has an earlier time than the one before it; it is taken to happen with that.",
     "events have an earlier time than the one before them; they are taken to happen with it."},
    {"event names a region that is not defined.", "events name a region that is not defined."},
    {"message names a partner that is not defined; it cannot be matched.",
     "messages name a partner that is not defined; they cannot be matched."},
    {"request completes that was never posted, or so long ago that it had been given up; it is "
     "taken "
     "to start where it completes.",
     "requests complete that were never posted, or so long ago that they had been given up; they "
     "are "
     "taken to start where they complete."},
    {"request never completes.", "requests never complete."},
    {"receive or send took so long that later ones of its process were matched before it.",
     "receives or sends took so long that later ones of their process were matched before them."},
    {"collective operation was begun and not ended.",
     "collective operations were begun and not ended."},
    {"event names a communicator that is not defined; it cannot be matched.",
     "events name a communicator that is not defined; they cannot be matched."},
    {"collective operation is of a communicator that its location does not belong to.",
     "collective operations are of a communicator that their location does not belong to."},
    {"time a thread joined a team that nobody had forked.",
     "times a thread joined a team that nobody had forked."},
    {"barrier of threads lies outside every team.", "barriers of threads lie outside every team."},
    {"barrier of threads was not reached by all of its team within thousands of later ones; it is "
     "taken to be of those that came.",
     "barriers of threads were not reached by all of their team within thousands of later ones; "
     "they are taken to be of those that came."},
    {"time a thread came to such a barrier after all; it is left out.",
     "times a thread came to such a barrier after all; it is left out."},
}};

}  // namespace

std::string sentence(Oddity oddity, std::uint64_t count) {
  const auto& [one, many] = kSentences[static_cast<std::size_t>(oddity)];
  return counted(count, one, many);
}

}  // namespace lull::analysis
