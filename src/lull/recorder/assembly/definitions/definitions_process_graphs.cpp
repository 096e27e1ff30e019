// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Graph topologies, for which OTF2 has no definition: each process has a property that lists its
// neighbours (read by lull/trace/topology/graph_topology.hpp).
#include <fmt/format.h>

#include <cstddef>

#include "lull/recorder/assembly/definitions/archive_definitions.hpp"

namespace lull::recorder {

void write_process_graphs(DefinitionOutput& output) {
  for (std::size_t rank = 0; rank < output.parts().size(); ++rank)
    for (const RecordedProcessGraph& graph : output.parts()[rank].process_graphs) {
      const auto number = output.all().communicator_numbers[rank].at(graph.communicator);
      if (number == kNoCommunicator) continue;
      const std::string name = fmt::format("MPI graph topology {}", number);
      OTF2_AttributeValue value{};
      value.stringRef = output.string(fmt::format("rank {} from [{}] to [{}]", graph.rank,
                                                  fmt::join(graph.sources, " "),
                                                  fmt::join(graph.destinations, " ")));
      expect_written(OTF2_GlobalDefWriter_WriteLocationGroupProperty(
          output.writer(), static_cast<OTF2_LocationGroupRef>(rank), output.string(name),
          OTF2_TYPE_STRING, value));
    }
}

}  // namespace lull::recorder
