// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/corrected_archive.hpp"

#include <algorithm>

#include "lull/base/recording_properties.hpp"
#include "lull/clock/settled_trace.hpp"
#include "lull/trace/otf2/archive_writer.hpp"

namespace lull {
namespace {

// Keeps the note of an earlier correction.
void note_correction(const ClockCorrection& correction, Properties& properties) {
  const auto is_known = [](const auto& property) {
    return property.first == recording_properties::kClocksCorrected;
  };
  if (std::ranges::none_of(properties, is_known))
    properties.emplace_back(recording_properties::kClocksCorrected, name_of(correction.source));
}

}  // namespace

std::vector<std::string> write_corrected(const TraceSource& raw, const ClockCorrection& correction,
                                         const std::filesystem::path& directory,
                                         const std::function<void(std::uint64_t)>& progress) {
  const SettledTrace trace(raw, correction);
  Definitions definitions = trace.definitions();
  definitions.clock.trace_length = 0;  // determined by the writer
  note_correction(correction, definitions.archive_properties);
  ArchiveWriter archive(directory, definitions);
  std::vector<std::string> damages;
  std::uint64_t written = 0;
  for (std::size_t i = 0; i < definitions.locations.size(); ++i) {
    LocationWriter& location = archive.location(LocationId(i));
    const auto cursor = trace.open(LocationId(i), select_all_events(), Attributes::Read);
    for (auto events = cursor->next(); !events.empty(); events = cursor->next()) {
      for (const Event& event : events) location.write(event);
      written += events.size();
      if (progress) progress(written);
    }
    if (!cursor->damage().empty()) damages.push_back(cursor->damage());
    archive.close(LocationId(i));
  }
  archive.finish();
  return damages;
}

}  // namespace lull
