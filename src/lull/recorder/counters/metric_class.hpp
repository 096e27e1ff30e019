// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Values that are measured together: the members of one metric class.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <span>
#include <string>

namespace lull::recorder {

struct MetricMember {
  std::string name;
  std::string description{};
  OTF2_MetricType type = OTF2_METRIC_TYPE_OTHER;
  OTF2_MetricMode mode = OTF2_METRIC_ACCUMULATED_START;
  OTF2_Type value = OTF2_TYPE_UINT64;
  std::string unit{};
  std::int64_t exponent = 0;  // power of ten by which values are multiplied to get the unit
};

// Returns its number. `occurrence`: sampled whenever a region is entered or left, or
// asynchronously.
[[nodiscard]] std::uint32_t define_metric_class(std::span<const MetricMember> members,
                                                OTF2_MetricOccurrence occurrence) noexcept;

}  // namespace lull::recorder
