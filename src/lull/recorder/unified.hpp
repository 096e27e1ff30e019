// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The definitions of all processes as one set, with each process's numbers translated.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lull/recorder/process_part.hpp"

namespace lull::recorder {

struct UnifiedCommunicator {
  std::string id;
  std::vector<std::vector<std::uint64_t>> groups;
};

struct Unified {
  std::vector<RecordedRegion> regions;
  std::vector<UnifiedCommunicator> communicators;
  // By process, then by the process's own number.
  std::vector<std::vector<std::uint64_t>> region_numbers;
  std::vector<std::vector<std::uint64_t>> communicator_numbers;
};

// `parts` in the order of ranks.
[[nodiscard]] Unified unify(std::span<const ProcessPart> parts);

}  // namespace lull::recorder
