// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include "lull/analysis/replay/state/follower.hpp"

namespace lull::analysis {

#define LULL_FOLLOWER(name) std::unique_ptr<Follower> follow_##name(const FollowerPlace& place);
#include "lull/analysis/replay/follower_list.def"
#undef LULL_FOLLOWER

FollowerList make_followers(const FollowerPlace& place) {
  FollowerList list;
#define LULL_FOLLOWER(name) \
  if (auto follower = follow_##name(place)) list.push_back(std::move(follower));
#include "lull/analysis/replay/follower_list.def"
#undef LULL_FOLLOWER
  return list;
}

}  // namespace lull::analysis
