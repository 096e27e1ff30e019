// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/distribution/process_map.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <vector>

namespace lull::analysis {
namespace {

TEST(ProcessMap, BehavesAsAMap) {
  for (const std::uint32_t range : {10u, 1000u, 100'000u, 0xFFFFFFF0u}) {
    ProcessMap<std::vector<int>> map;
    std::map<std::uint32_t, std::vector<int>> expected;
    std::mt19937 random(range);
    for (int i = 0; i < 5000; ++i) {
      const auto process = static_cast<std::uint32_t>(random() % range);
      auto& value = map[ProcessId(process)];
      auto& wanted = expected[process];
      ASSERT_EQ(value, wanted) << process << " of " << range;
      value.push_back(i);
      wanted.push_back(i);
    }
    std::size_t met = 0;
    map.for_each([&](ProcessId process, const std::vector<int>& value) {
      EXPECT_EQ(value, expected.at(process.value));
      ++met;
    });
    EXPECT_EQ(met, expected.size());
  }
}

// The processes of a shard are kShards apart: each immediately has a separate place.
TEST(ProcessMap, StoresTheProcessesOfAShardInOrder) {
  for (std::size_t shard = 0; shard < Outbox::kShards; ++shard) {
    ProcessMap<int> map;
    for (std::size_t i = 0; i < 1000; ++i) map[ProcessId(shard + i * Outbox::kShards)] = 1;
    std::vector<std::size_t> order;
    map.for_each([&](ProcessId process, int) { order.push_back(process.index()); });
    ASSERT_EQ(order.size(), 1000u);
    std::size_t breaks = 0;  // the table is a ring
    for (std::size_t i = 1; i < order.size(); ++i)
      breaks += order[i] == order[i - 1] + Outbox::kShards ? 0 : 1;
    EXPECT_LE(breaks, 1u) << shard;
  }
}

struct OfProcess {
  OfProcess() = default;
  explicit OfProcess(ProcessId process) : whose(process) {}
  ProcessId whose;
};

TEST(ProcessMap, ConstructsValuesFromTheirProcesses) {
  ProcessMap<OfProcess> map;
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(map[ProcessId(7 * i)].whose, ProcessId(7 * i));
  map.for_each([](ProcessId process, const OfProcess& of) { EXPECT_EQ(of.whose, process); });
}

}  // namespace
}  // namespace lull::analysis
