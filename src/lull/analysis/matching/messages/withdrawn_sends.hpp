// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Cancelled sends. A receive that completed before the cancellation has taken its send, no matter
// in which order the two are reported; later receives get the next message of the channel.
// Logarithmic in the number of entries, which a matcher keeps small by forgetting old entries. Not
// thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>

#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

class WithdrawnSends {
 public:
  [[nodiscard]] bool empty() const { return sends_.empty(); }
  void add(const SendWithdrawal& withdrawal) { sends_[key_of(withdrawal)] = withdrawal; }
  // Returns whether the receive came too late for the send; the send is then removed.
  bool take(const SendOperation& send, const ReceiveOperation& receive) {
    const auto found = sends_.find(key_of(send));
    if (found == sends_.end() || receive.time < found->second.time) return false;
    sends_.erase(found);
    return true;
  }
  // Calls use(withdrawal), by channel and number, for all before `time`, and removes them.
  template <class Use>
  void forget(Timestamp time, Use use) {
    std::erase_if(sends_, [&](const auto& entry) {
      const bool old = entry.second.time < time;
      if (old) use(entry.second);
      return old;
    });
  }

 private:
  using Key = std::pair<std::array<std::uint64_t, 2>, std::uint64_t>;

  static Key key_of(const auto& send) { return {send.channel.words(), send.number}; }

  std::map<Key, SendWithdrawal> sends_;
};

}  // namespace lull::analysis
