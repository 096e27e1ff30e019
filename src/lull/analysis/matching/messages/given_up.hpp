// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers of sends and receives given up, by channel: if their other ends arrive after all, they
// are recognised and do not shift later messages. The number of channels of each process is
// bounded; others are not recorded.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

class GivenUpEnds {
 public:
  static constexpr std::size_t kChannels = 4096;  // for each receiving process

  void add_send(const Channel& channel) { add(channel, &Ends::sends); }
  void add_receive(const Channel& channel) { add(channel, &Ends::receives); }
  // Returns whether the next end of the channel belongs to a given-up operation, which is then
  // removed.
  [[nodiscard]] bool take_send(const Channel& channel) { return take(channel, &Ends::sends); }
  [[nodiscard]] bool take_receive(const Channel& channel) { return take(channel, &Ends::receives); }
  [[nodiscard]] bool empty() const { return ends_.empty(); }

 private:
  struct Ends {
    std::uint64_t sends = 0;
    std::uint64_t receives = 0;
  };

  void add(const Channel& channel, std::uint64_t Ends::*which) {
    const auto known = ends_.find(channel);
    if (known != ends_.end()) {
      ++(known->second.*which);
      return;
    }
    std::size_t& channels = channels_[channel.destination];
    if (channels == kChannels) return;
    ++channels;
    ++(ends_[channel].*which);
  }
  bool take(const Channel& channel, std::uint64_t Ends::*which) {
    const auto known = ends_.find(channel);
    if (known == ends_.end() || known->second.*which == 0) return false;
    --(known->second.*which);
    if (known->second.sends == 0 && known->second.receives == 0) {
      ends_.erase(known);
      --channels_[channel.destination];
    }
    return true;
  }

  std::unordered_map<Channel, Ends, Channel::Hash> ends_;
  std::unordered_map<ProcessId, std::size_t> channels_;
};

}  // namespace lull::analysis
