// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/local/call_graph_storage.hpp"

#include "lull/trace/local/call_graph_place.hpp"

namespace lull {

std::unique_ptr<LocalPlace> CallGraphStorage::begin() const {
  return std::make_unique<CallGraphPlace>(graph_, tree_);
}
std::unique_ptr<LocalPlace> CallGraphStorage::end() const {
  auto place = std::make_unique<CallGraphPlace>(graph_, tree_);
  place->to_end();
  return place;
}

}  // namespace lull
