// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/oddities.hpp"

namespace lull::analysis {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Oddity::Count)> kSentences{
    "{} times a region was left that had not been entered (the trace may start in mid-run).",
    "{} regions were never left; they are taken to last until the last event of their location.",
    "{} times an outer region was left while inner ones were open; the inner ones end with it.",
    "{} events have an earlier time than the one before them; they are taken to happen with it.",
    "{} events name a region that is not defined.",
    "{} messages name a partner that is not defined; they cannot be matched.",
    "{} requests complete that were never posted; they are taken to start where they complete.",
    "{} requests never complete.",
    "{} requests stayed open for so long that later messages were matched without them.",
    "{} collective operations were begun and not ended.",
    "{} events name a communicator that is not defined; they cannot be matched.",
    "{} collective operations are of a communicator that their location does not belong to.",
    "{} times a thread joined a team that nobody had forked.",
    "{} barriers of threads lie outside every team.",
    "{} barriers of threads were not reached by all of their team within thousands of barriers; "
    "they are taken to be of those that came.",
    "{} times a thread came to such a barrier after all; it is left out.",
};

}  // namespace

std::string_view sentence(Oddity oddity) { return kSentences[static_cast<std::size_t>(oddity)]; }

}  // namespace lull::analysis
