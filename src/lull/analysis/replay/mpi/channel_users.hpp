// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which threads of a process send, or receive, on which channels. Where several do, nobody knows in
// which order the library took what they posted: the one that was recorded as the first may have
// been the second.
#pragma once

#include <cstddef>
#include <unordered_map>

#include "lull/analysis/operations.hpp"

namespace lull::analysis {

class ChannelUsers {
 public:
  // A thread uses a channel. False where another one has, too, or may have.
  bool is_alone(const Channel& channel, LocationId thread) {
    if (!first_.defined()) first_ = thread;
    if (thread == first_ && users_.empty()) return true;  // the only one that sends or receives
    if (users_.size() == kMost) users_.clear();
    const auto [user, is_new] = users_.try_emplace(channel, thread);
    if (is_new) return thread == first_;
    if (user->second != thread) user->second = {};
    return user->second.defined();
  }

 private:
  static constexpr std::size_t kMost = 65536;  // channels, as a program may use each but once

  LocationId first_;
  // Since a second thread has come; undefined: several.
  std::unordered_map<Channel, LocationId, Channel::Hash> users_;
};

}  // namespace lull::analysis
