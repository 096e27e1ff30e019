// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Joins message ends that arrive in any order. Most pairs are close together and are joined in
// memory; the others are sorted in a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <unordered_map>

#include "lull/exchange/paraver_records.hpp"
#include "lull/exchange/spilled_sort.hpp"

namespace lull::exchange {

class ParaverMessages {
 public:
  // Temporary files are created next to `beside`, the output file. `in_memory` is the maximum
  // number of message ends that wait in memory.
  explicit ParaverMessages(const std::filesystem::path& beside, std::size_t in_memory = 1U << 18U)
      : in_memory_(in_memory), others_(beside) {}

  // Calls met(send, receive) if the other end has arrived.
  template <class Met>
  void add(const PrvEnd& end, Met&& met) {
    const auto [other, is_first] = waiting_.try_emplace({end.channel, end.number}, end);
    if (!is_first) {
      const PrvEnd earlier = other->second;
      waiting_.erase(other);
      join(earlier, end, met);
    } else if (waiting_.size() > in_memory_) {
      forget();
    }
  }

  // Call after the last add().
  template <class Met>
  void finish(Met&& met) {
    forget();
    std::optional<PrvEnd> before;
    while (const auto end = others_.next()) {
      const bool is_pair = before && before->same_message(*end);
      if (is_pair) join(*before, *end, met);
      before = is_pair ? std::nullopt : end;
    }
  }

 private:
  struct Key {
    MessageChannel channel;
    std::uint64_t number = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept {
      return MessageChannel::Hash()(key.channel) ^ key.number * 0x9E3779B97F4A7C15ull;
    }
  };

  template <class Met>
  static void join(const PrvEnd& one, const PrvEnd& other, Met& met) {
    if (one.receives == other.receives) return;
    met(one.receives == 0 ? one : other, one.receives == 0 ? other : one);
  }

  void forget() {
    for (const auto& [key, end] : waiting_) others_.add(end);
    waiting_.clear();
  }

  std::size_t in_memory_;
  std::unordered_map<Key, PrvEnd, Hash> waiting_;
  SpilledSort<PrvEnd> others_;
};

}  // namespace lull::exchange
