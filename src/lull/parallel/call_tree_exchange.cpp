// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/exchange.hpp"
#include "lull/parallel/transport.hpp"
#include "lull/trace/global/global_definitions.hpp"

namespace lull::parallel {
namespace {

Bytes packed(const CallTree& tree) {
  Packer packer;
  for (std::size_t i = 0; i < tree.size(); ++i) packer.put(tree[CallNodeId(i)]);
  return packer.take();
}

CallTree unpacked(const Bytes& bytes) {
  CallTree tree;
  for (Unpacker unpacker(bytes); !unpacker.empty();) {
    const auto node = unpacker.get<CallTree::Node>();
    tree.child(node.parent, node.region);
  }
  return tree;
}

}  // namespace

CallTree exchange_call_tree(const TraceSource& source, std::span<const LocationId> mine,
                            MPI_Comm communicator) {
  CallTree tree;
  for (const LocationId location : mine) add_call_paths(source, location, tree);
  Bytes all = reduce_bytes(packed(tree), communicator, [](const Bytes& lower, const Bytes& higher) {
    CallTree both = unpacked(lower);
    both.absorb(unpacked(higher));
    return packed(both);
  });
  broadcast_bytes(all, 0, communicator);
  return unpacked(all);
}

}  // namespace lull::parallel
