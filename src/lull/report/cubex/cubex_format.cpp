// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/cubex_format.hpp"

#include <charconv>

namespace lull::report {

std::optional<MetricMember> metric_member(std::string_view name) {
  constexpr std::string_view kGhost = "ghost_";
  MetricMember member;
  member.ghost = name.starts_with(kGhost);
  if (member.ghost) name.remove_prefix(kGhost.size());
  const char* end = name.data() + name.size();
  const auto number = std::from_chars(name.data(), end, member.metric);
  if (number.ec != std::errc() || number.ptr == name.data()) return std::nullopt;
  const std::string_view kind(number.ptr, static_cast<std::size_t>(end - number.ptr));
  member.index = kind == ".index";
  if (!member.index && kind != ".data") return std::nullopt;
  return member;
}

}  // namespace lull::report
