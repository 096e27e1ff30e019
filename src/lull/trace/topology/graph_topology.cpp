// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/topology/graph_topology.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

namespace lull {
namespace {

constexpr std::string_view kName = "MPI graph topology ";

std::optional<std::uint64_t> number_of(std::string_view name) {
  if (!name.starts_with(kName)) return std::nullopt;
  name.remove_prefix(kName.size());
  std::uint64_t number = 0;
  const auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (failure != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  return number;
}

// Returns the number of ranks in the brackets after `word`.
std::optional<std::size_t> count_after(std::string_view text, std::string_view word) {
  const auto at = text.find(word);
  if (at == text.npos) return std::nullopt;
  const std::string_view rest = text.substr(at + word.size());
  const auto end = rest.find(']');
  if (end == rest.npos) return std::nullopt;
  const std::string_view listed = rest.substr(0, end);
  return listed.empty() ? 0 : 1 + static_cast<std::size_t>(std::ranges::count(listed, ' '));
}

}  // namespace

std::vector<GraphTopology> graph_topologies(const Definitions& definitions) {
  std::map<std::uint64_t, GraphTopology> graphs;
  for (const auto& process : definitions.processes)
    for (const auto& [name, text] : process.properties) {
      const auto number = number_of(name);
      const auto sources = count_after(text, " from [");
      const auto destinations = count_after(text, " to [");
      if (!number || !sources || !destinations) continue;
      GraphTopology& graph = graphs[*number];
      graph.name = name;
      ++graph.processes;
      graph.edges += *destinations;
      graph.most_neighbours = std::max({graph.most_neighbours, *sources, *destinations});
    }
  std::vector<GraphTopology> all;
  for (auto& [number, graph] : graphs) all.push_back(std::move(graph));
  return all;
}

}  // namespace lull
