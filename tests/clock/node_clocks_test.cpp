// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/node_clocks.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lull {
namespace {

// Two processes on each node of one machine; offsets at times 0 and 1000.
Definitions processes_on(std::uint32_t nodes) {
  Definitions definitions;
  definitions.system_nodes = {{"machine", "machine", {}, {}}};
  for (std::uint32_t node = 0; node < nodes; ++node)
    definitions.system_nodes.push_back(
        {"node" + std::to_string(node), "node", SystemNodeId(0), {}});
  for (std::uint32_t i = 0; i < 2 * nodes; ++i) {
    Process process;
    process.node = SystemNodeId(1 + i / 2);
    process.locations.push_back(LocationId(i));
    definitions.processes.push_back(process);
    Location location;
    location.process = ProcessId(i);
    definitions.locations.push_back(location);
  }
  definitions.clock_offsets.resize(2 * std::size_t{nodes});
  return definitions;
}

void measure(Definitions& definitions, std::size_t location, std::int64_t first,
             std::int64_t last) {
  definitions.clock_offsets[location] = {{Timestamp{0}, first, 0}, {Timestamp{1000}, last, 0}};
}

void add_boot(Definitions& definitions, std::size_t node, const char* boot, const char* space) {
  definitions.system_nodes[node].properties = {{"boot_id", boot}, {"time_namespace", space}};
}

using Numbers = std::vector<std::uint32_t>;

TEST(NodeClocks, NodesAreThoseOfTheSystemTree) {
  EXPECT_EQ(nodes_of_processes(processes_on(2)), (Numbers{0, 0, 1, 1}));
}

TEST(NodeClocks, EqualBootIdsAndTimeNamespacesAreOneNode) {
  Definitions definitions = processes_on(4);
  add_boot(definitions, 1, "a", "1");
  add_boot(definitions, 2, "a", "1");
  add_boot(definitions, 3, "a", "2");
  EXPECT_EQ(nodes_of_processes(definitions), (Numbers{0, 0, 0, 0, 1, 1, 2, 2}));
}

TEST(NodeClocks, BootIdsAreLookedUpInParentNodes) {
  Definitions definitions = processes_on(2);
  definitions.system_nodes[0].properties = {{"boot_id", "a"}};
  EXPECT_EQ(nodes_of_processes(definitions), (Numbers{0, 0, 0, 0}));
}

TEST(NodeClocks, OneNodeKeepsItsTimes) {
  Definitions definitions = processes_on(1);
  EXPECT_FALSE(clocks_of_nodes(definitions).by_node);  // no offsets were measured
  measure(definitions, 0, 0, 0);
  measure(definitions, 1, 30, -20);
  const ClockCorrection correction = clocks_of_nodes(definitions);
  EXPECT_EQ(correction.source, ClockSource::Raw);
  EXPECT_TRUE(correction.by_node);
  EXPECT_TRUE(offsets_taken(correction, definitions).empty());
}

TEST(NodeClocks, OffsetsOfNodesAreMediansOfTheirProcesses) {
  Definitions definitions = processes_on(3);
  for (std::size_t i = 0; i < 3; ++i) {  // three processes on the first node, two on the third
    definitions.processes[i].node = SystemNodeId(1);
    measure(definitions, i, static_cast<std::int64_t>(10 * i), 0);
  }
  measure(definitions, 3, 700, 800);  // alone on its node
  definitions.processes[3].node = SystemNodeId(2);
  measure(definitions, 4, 5000, -40);  // the other has no measurements
  const ClockCorrection correction = clocks_of_nodes(definitions);
  EXPECT_EQ(correction.source, ClockSource::Measured);
  EXPECT_TRUE(correction.by_node);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(correction.offsets[i].size(), 2u);
    EXPECT_EQ(correction.offsets[i].front().offset, 10);
    EXPECT_EQ(correction.offsets[i].back().offset, 0);
  }
  EXPECT_EQ(correction.offsets[3].back().offset, 800);
  EXPECT_EQ(correction.offsets[4].front().offset, 5000);
  EXPECT_EQ(correction.offsets[5].front().offset, 5000);
}

// The median of an even number of offsets is the mean of the middle two.
TEST(NodeClocks, OffsetsOfTwoProcessesAreAveraged) {
  Definitions definitions = processes_on(2);
  for (std::size_t i = 0; i < 2; ++i) {
    definitions.processes[i].node = SystemNodeId(1);
    measure(definitions, i, i == 0 ? 700 : 720, i == 0 ? -31 : -50);
  }
  const ClockCorrection correction = clocks_of_nodes(definitions);
  for (std::size_t i = 0; i < 2; ++i) {
    ASSERT_EQ(correction.offsets[i].size(), 2u);
    EXPECT_EQ(correction.offsets[i].front().offset, 710);
    EXPECT_EQ(correction.offsets[i].back().offset, -41);
  }
}

TEST(NodeClocks, OneProcessOnEachNodeKeepsItsOffsets) {
  Definitions definitions = processes_on(2);
  for (std::size_t i = 0; i < 4; ++i) measure(definitions, i, i < 2 ? 0 : 900, i < 2 ? 0 : 950);
  EXPECT_FALSE(clocks_of_nodes(definitions).by_node);  // all agree
}

TEST(NodeClocks, ProcessesWithoutANodeKeepTheirOffsets) {
  Definitions definitions = processes_on(1);
  for (Process& process : definitions.processes) process.node = {};
  measure(definitions, 0, 0, 0);
  measure(definitions, 1, 30, -20);
  const ClockCorrection correction = clocks_of_nodes(definitions);
  EXPECT_EQ(correction.source, ClockSource::Measured);
  EXPECT_FALSE(correction.by_node);
}

}  // namespace
}  // namespace lull
