// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/topology/graph_topology.hpp"

#include <gtest/gtest.h>

namespace lull {
namespace {

TEST(GraphTopologies, SumUpThePropertiesOfProcesses) {
  Definitions definitions;
  definitions.processes.resize(3);
  definitions.processes[0].properties = {{"MPI graph topology 12", "rank 0 from [] to [1 2]"},
                                         {"MPI graph topology 3", "rank 0 from [1] to [1]"}};
  definitions.processes[1].properties = {{"MPI graph topology 12", "rank 1 from [0 0 2] to []"},
                                         {"another property", "rank 0 from [1] to [1]"}};
  definitions.processes[2].properties = {{"MPI graph topology 12", "rank 2 from [0"},
                                         {"MPI graph topology x", "rank 2 from [0] to [0]"}};
  const auto graphs = graph_topologies(definitions);
  ASSERT_EQ(graphs.size(), 2u);
  EXPECT_EQ(graphs[0].name, "MPI graph topology 3");
  EXPECT_EQ(graphs[1].processes, 2u);
  EXPECT_EQ(graphs[1].edges, 2u);
  EXPECT_EQ(graphs[1].most_neighbours, 3u);
}

}  // namespace
}  // namespace lull
