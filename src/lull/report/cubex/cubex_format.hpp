// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Constants of the CUBE4 file format, shared by writer and reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lull::report {

inline constexpr std::string_view kAnchorName = "anchor.xml";
inline constexpr std::string_view kIndexMarker = "CUBEX.INDEX";
inline constexpr std::string_view kDataMarker = "CUBEX.DATA";
inline constexpr std::string_view kCompressedDataMarker = "ZCUBEX.DATA";

enum class IndexFormat : std::uint8_t { Sparse = 1, BitVector = 2, Dense = 3 };

// The kind of a metric's member, such as "12.index" or "12.data"; "ghost_3.data" belongs to a
// metric that CUBE hides.
struct MetricMember {
  std::uint64_t metric = 0;
  bool index = false;  // false: a data file
  bool ghost = false;
};
[[nodiscard]] std::optional<MetricMember> metric_member(std::string_view name);

}  // namespace lull::report
