// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records which threads of a process send, or receive, on which channels. If several threads use
// one channel, the trace does not show in which order the library took their operations.
#pragma once

#include <cstddef>
#include <unordered_map>

#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

class ChannelUsers {
 public:
  // Call this when a thread uses a channel. Returns false if another thread has used it, or may
  // have. Constant time; stores at most kMost channels, then starts again.
  bool is_alone(const Channel& channel, LocationId thread) {
    if (!first_.defined()) first_ = thread;
    if (thread == first_ && users_.empty()) return true;  // the only thread that sends or receives
    if (users_.size() == kMost) users_.clear();
    const auto [user, is_new] = users_.try_emplace(channel, thread);
    if (is_new) return thread == first_;
    if (user->second != thread) user->second = {};
    return user->second.defined();
  }

 private:
  static constexpr std::size_t kMost = 65536;  // channels, as a program may use each only once

  LocationId first_;
  // Since a second thread was seen; undefined: several.
  std::unordered_map<Channel, LocationId, Channel::Hash> users_;
};

}  // namespace lull::analysis
