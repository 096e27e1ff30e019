// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/pattern_list.hpp"

namespace lull::patterns {

#define LULL_PATTERN(name) std::unique_ptr<analysis::Pattern> make_##name();
#include "lull/patterns/pattern_list.def"
#undef LULL_PATTERN

analysis::PatternList make_patterns() {
  analysis::PatternList list;
#define LULL_PATTERN(name) list.push_back(make_##name());
#include "lull/patterns/pattern_list.def"
#undef LULL_PATTERN
  for (const auto& pattern : list) pattern->make_own();
  return list;
}

}  // namespace lull::patterns
