// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/worlds/helper_processes.hpp"

#include <otf2/otf2.h>

#include <algorithm>

namespace lull::recorder {
namespace {

// The program itself and the start functions of its threads have no source location yet;
// annotations have one.
bool is_of_threads(const RecordedRegion& region) {
  return region.paradigm == OTF2_PARADIGM_PTHREAD ||
         (region.paradigm == OTF2_PARADIGM_USER && region.file.empty());
}

bool is_helper(const ProcessPart& part) {
  return part.threads_by_default && !part.rank && std::ranges::all_of(part.regions, is_of_threads);
}

}  // namespace

std::size_t take_out_helpers(std::vector<ProcessPart>& parts) {
  const auto has_rank = [](const ProcessPart& part) { return part.rank.has_value(); };
  if (std::ranges::none_of(parts, has_rank)) return 0;
  return std::erase_if(parts, is_helper);
}

}  // namespace lull::recorder
