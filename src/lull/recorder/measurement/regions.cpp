// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Regions get their numbers here, and are told to the journal.
#include <fmt/format.h>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/measurement/no_cancel.hpp"

namespace lull::recorder {

RegionNumber Measurement::define_region(const RegionInfo& region) noexcept {
  try {
    const NoCancel no_cancel;
    const CodePlace place = place_of(region.address);
    const std::scoped_lock lock(mutex_);
    return define(region, place);
  } catch (const std::exception& error) {
    give_up(error);
    return 0;
  }
}

RegionNumber Measurement::define(const RegionInfo& region, const CodePlace& place) {
  const RegionNumber number = regions_++;
  nlohmann::json entry{{"number", number},
                       {"name", region.name},
                       {"role", region.role},
                       {"paradigm", region.paradigm}};
  if (!place.object.empty()) {
    entry["object"] = place.object;
    entry["offset"] = place.offset;
  } else if (region.name.empty()) {
    entry["name"] = fmt::format("{}", region.address);
  }
  if (!region.file.empty()) {
    entry["file"] = region.file;
    entry["line"] = region.line;
  }
  if (!region.symbol.empty()) entry["symbol"] = region.symbol;
  journal_.write({{"region", entry}});
  return number;
}

}  // namespace lull::recorder
