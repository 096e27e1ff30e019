// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/definitions/archive_definitions.hpp"

namespace lull::recorder {
namespace {

// Returns what the region is grouped by: its file, or "MPI".
std::string source_of(const RecordedRegion& region) {
  if (!region.file.empty()) return region.file;
  return region.paradigm == OTF2_PARADIGM_MPI ? "MPI" : "";
}

}  // namespace

void write_regions(DefinitionOutput& output) {
  for (std::size_t i = 0; i < output.all().regions.size(); ++i) {
    const RecordedRegion& region = output.all().regions[i];
    const OTF2_StringRef name = output.string(region.name);
    const OTF2_StringRef symbol = region.symbol.empty() ? name : output.string(region.symbol);
    expect_written(OTF2_GlobalDefWriter_WriteRegion(
        output.writer(), static_cast<OTF2_RegionRef>(i), name, symbol, output.string(""),
        region.role, region.paradigm, OTF2_REGION_FLAG_NONE, output.string(source_of(region)),
        region.line, region.end_line));
  }
}

}  // namespace lull::recorder
