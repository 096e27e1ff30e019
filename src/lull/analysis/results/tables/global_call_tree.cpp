// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/tables/global_call_tree.hpp"

#include <algorithm>

namespace lull::analysis {

GlobalCallTree::GlobalCallTree(const Analysis& analysis) {
  trees_.resize(analysis.context().definitions.locations.size());
  paths_.resize(trees_.size());
  for (const auto& process : analysis.processes())
    for (const auto& location : process->locations())
      trees_[location->location().index()] = &location->tree;
  // Proceeds in the order of processes, which several analysis processes follow as well, because
  // locations of different processes may be interleaved.
  for (const auto& process : analysis.processes())
    for (const auto& location : process->locations())
      resolve(location->location(), LocalPathId(location->tree.size() - 1));
}

void GlobalCallTree::resolve(LocationId location, LocalPathId path) {
  const LocalCallTree& tree = *trees_[location.index()];
  std::vector<GlobalPathId>& paths = paths_[location.index()];
  while (paths.size() <= path.index()) {
    const LocalPathId at(paths.size());
    const PathPlace& local = tree.places()[at.index()];
    const CallInstance attached = tree.attachment(at);
    GlobalPathId global;  // the top and its substitutes have no node
    if (attached.location.defined() && attached.location != location) {
      // A thread is forked before it runs, so resolving the other tree does not need this one.
      resolve(attached.location, attached.path);
      global = paths_[attached.location.index()][attached.path.index()];
    } else if (at.index() != LocalCallTree::kRoot && !attached.location.defined()) {
      global = node({paths[local.parent.index()], local.region, tree.parameter(local.parameter)});
    }
    paths.push_back(global);
  }
}

GlobalPathId GlobalCallTree::node(const Key& key) {
  const auto [entry, fresh] = index_.try_emplace(key, GlobalPathId(nodes_.size()));
  if (fresh) nodes_.push_back({key.region, key.parent, key.parameter});
  return entry->second;
}

// This is the same as for undefined regions that were entered: neither has a name.
GlobalPathId GlobalCallTree::outside() { return node({GlobalPathId{}, RegionId{}, {}}); }

GlobalPathId GlobalCallTree::operator()(LocationId location, LocalPathId path) {
  const auto& paths = paths_[location.index()];
  const GlobalPathId global = path.index() < paths.size() ? paths[path.index()] : GlobalPathId{};
  return global.defined() ? global : outside();
}

// The node outside any region is last, as in a single process, where it is inserted when the tree
// is finished; unless a region without a name has callees.
Bytes GlobalCallTree::pack() const {
  std::vector<Node> nodes = nodes_;
  const auto outside = std::ranges::find_if(
      nodes, [](const Node& node) { return !node.region.defined() && !node.parent.defined(); });
  if (outside != nodes.end()) {
    const auto place = static_cast<std::uint32_t>(outside - nodes.begin());
    const auto is_callee = [place](const Node& node) { return node.parent.value == place; };
    if (std::ranges::none_of(nodes, is_callee)) {
      std::rotate(outside, outside + 1, nodes.end());
      for (Node& node : nodes)
        if (node.parent.defined() && node.parent.value > place) --node.parent.value;
    }
  }
  Packer packer;
  packer.put_list<Node>(nodes);
  return packer.take();
}

std::vector<GlobalPathId> GlobalCallTree::absorb(const std::vector<Node>& nodes) {
  std::vector<GlobalPathId> here;
  for (const Node& other : nodes)
    here.push_back(node({other.parent.defined() ? here[other.parent.index()] : GlobalPathId{},
                         other.region, other.parameter}));
  return here;
}

std::vector<GlobalPathId> GlobalCallTree::merge(Partners& partners) {
  const std::vector<Node> mine = nodes_;
  const auto unpacked = [](const Bytes& nodes) { return Unpacker(nodes).get_list<Node>(); };
  const Bytes all = partners.reduce(pack(), [&unpacked](const Bytes& lower, const Bytes& higher) {
    GlobalCallTree both;
    both.absorb(unpacked(lower));
    both.absorb(unpacked(higher));
    return both.pack();
  });
  *this = GlobalCallTree();
  absorb(unpacked(all));
  return absorb(mine);
}

}  // namespace lull::analysis
