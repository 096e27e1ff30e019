// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A compressed complete call graph as the storage of a LocalTrace.
#pragma once

#include "lull/trace/local/call_graph.hpp"
#include "lull/trace/local/call_graph_builder.hpp"
#include "lull/trace/local/local_storage.hpp"

namespace lull {

class CallGraphStorage final : public LocalStorage {
 public:
  // Reads the cursor to its end; adds call paths to `tree` as they are met; it must outlive this.
  CallGraphStorage(EventCursor& cursor, CallTree& tree, const AllowedDeviation& allowed);

  [[nodiscard]] std::uint64_t size() const override {
    return graph_.instances[graph_.whole].counts.events;
  }
  [[nodiscard]] std::size_t bytes() const override { return graph_.bytes(); }
  [[nodiscard]] Duration deviation() const override { return graph_.deviation; }
  [[nodiscard]] std::unique_ptr<LocalPlace> begin() const override;
  [[nodiscard]] std::unique_ptr<LocalPlace> end() const override;

 private:
  CallGraph graph_;
  CallTree& tree_;
};

}  // namespace lull
