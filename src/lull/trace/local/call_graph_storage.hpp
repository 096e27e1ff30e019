// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The compressed complete call graph as a storage of LocalTrace.
#pragma once

#include <utility>

#include "lull/trace/local/call_graph.hpp"
#include "lull/trace/local/local_storage.hpp"

namespace lull {

class CallGraphStorage final : public LocalStorage {
 public:
  // Its call paths are in `tree`, which must outlive this.
  CallGraphStorage(CallGraph graph, const CallTree& tree) : graph_(std::move(graph)), tree_(tree) {}

  [[nodiscard]] std::uint64_t size() const override { return graph_.events(); }
  [[nodiscard]] std::size_t bytes() const override { return graph_.bytes(); }
  [[nodiscard]] std::size_t shared_bytes() const override { return graph_.instances->bytes(); }
  [[nodiscard]] Duration deviation() const override { return graph_.deviation; }
  [[nodiscard]] std::unique_ptr<LocalPlace> at(std::uint64_t position) const override;

 private:
  CallGraph graph_;
  const CallTree& tree_;
};

}  // namespace lull
