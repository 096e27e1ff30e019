// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/local/call_graph_storage.hpp"

#include "lull/trace/local/call_graph_place.hpp"

namespace lull {

std::unique_ptr<LocalPlace> CallGraphStorage::at(std::uint64_t position) const {
  auto place = std::make_unique<CallGraphPlace>(graph_, tree_);
  if (position > 0) place->to_position(static_cast<std::uint32_t>(position));
  return place;
}

}  // namespace lull
