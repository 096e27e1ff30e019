// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Operations that were posted together; each operation's member `members` is their number.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

#include "lull/analysis/distribution/operation_list.hpp"

namespace lull::analysis {

// Calls use(group) with each group as a span. A group is copied only if it crosses the parts of a
// list.
template <class Member, class Use>
void for_each_group(const OperationList<Member>& list, Use use) {
  std::vector<Member> begun;
  list.for_each_part([&](std::span<const Member> part) {
    while (!part.empty()) {
      assert(part.front().members > begun.size());
      const std::size_t missing = part.front().members - begun.size();
      const auto group = part.first(std::min(missing, part.size()));
      part = part.subspan(group.size());
      if (begun.empty() && group.size() == missing) {
        use(group);
        continue;
      }
      begun.insert(begun.end(), group.begin(), group.end());
      if (group.size() < missing) return;
      use(std::span<const Member>(begun));
      begun.clear();
    }
  });
  assert(begun.empty());
}

}  // namespace lull::analysis
