// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

std::string_view name_of(CollectiveKind kind) {
  constexpr std::array<std::string_view, 11> kNames{
      "barrier",  "all_to_all",    "one_to_all",       "all_to_one",       "scan",     "init",
      "finalize", "shmem_barrier", "shmem_all_to_all", "shmem_one_to_all", "shmem_all"};
  return kNames.at(static_cast<std::size_t>(kind));
}

}  // namespace lull::analysis
