// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A family of patterns with all its parts: the follower that reads the events of each location, the
// operation that it posts, the matcher that joins operations, and the pattern.
// ../cpp/window_collectives.hpp contains them, step by step.
#include "../cpp/window_collectives.hpp"
#include "lull/analysis/plugin.hpp"

namespace {

void describe(lull::analysis::Plugin& plugin) {
  plugin.followers = [](const lull::analysis::FollowerPlace& place) {
    lull::analysis::FollowerList followers;
    followers.push_back(std::make_unique<example::WindowFollower>(place.context));
    return followers;
  };
  plugin.matchers = [](const lull::analysis::MatcherPlace& place) {
    lull::analysis::MatcherList matchers;
    matchers.push_back(std::make_unique<example::WindowMatcher>(place.bus));
    return matchers;
  };
  plugin.patterns = [] {
    lull::analysis::PatternList patterns;
    patterns.push_back(std::make_unique<example::WaitAtWindow>());
    return patterns;
  };
}

}  // namespace

LULL_PLUGIN(describe)
