// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/matcher.hpp"

namespace lull::analysis {

#define LULL_MATCHER(name) std::unique_ptr<Matcher> match_##name(const MatcherPlace& place);
#include "lull/analysis/matching/matcher_list.def"
#undef LULL_MATCHER

MatcherList make_matchers(const MatcherPlace& place) {
  MatcherList list;
#define LULL_MATCHER(name) list.push_back(match_##name(place));
#include "lull/analysis/matching/matcher_list.def"
#undef LULL_MATCHER
  return list;
}

}  // namespace lull::analysis
