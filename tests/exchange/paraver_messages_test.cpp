// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/exchange/paraver_messages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "support/temporary_directory.hpp"

namespace lull::exchange {
namespace {

PrvEnd end_of(std::uint64_t number, bool receives) {
  PrvEnd end;
  end.channel.tag = static_cast<std::uint32_t>(number % 7);
  end.number = number;
  end.receives = receives ? 1 : 0;
  end.physical = receives ? number + 1'000'000 : number;
  return end;
}

// Joins ends at any distance; omits messages with only one end.
TEST(ParaverMessages, EndsAreJoinedInMemoryAndInTheFile) {
  for (const std::uint64_t apart : {1u, 30u, 100'000u}) {
    const support::TemporaryDirectory directory;
    std::mt19937_64 random(apart);
    struct Arrival {
      std::uint64_t when;
      PrvEnd end;
    };
    std::vector<Arrival> all;
    constexpr std::uint64_t kMessages = 5'000;
    for (std::uint64_t i = 0; i < kMessages; ++i) {
      if (i % 10 != 3) all.push_back({i + random() % apart, end_of(i, false)});
      if (i % 10 != 7) all.push_back({i + random() % apart, end_of(i, true)});
    }
    std::ranges::stable_sort(all, {}, &Arrival::when);
    ParaverMessages messages(directory.path() / "output", 50);
    std::vector<std::uint64_t> met;
    const auto note = [&met](const PrvEnd& send, const PrvEnd& receive) {
      EXPECT_EQ(send.receives, 0u);
      EXPECT_EQ(receive.receives, 1u);
      EXPECT_EQ(receive.physical, send.physical + 1'000'000);
      met.push_back(send.number);
    };
    for (const Arrival& arrival : all) messages.add(arrival.end, note);
    messages.finish(note);
    std::ranges::sort(met);
    EXPECT_EQ(met.size(), kMessages * 8 / 10);
    EXPECT_EQ(std::ranges::adjacent_find(met), met.end());
  }
}

}  // namespace
}  // namespace lull::exchange
