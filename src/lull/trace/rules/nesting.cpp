// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/rules/nesting.hpp"

#include <fmt/format.h>

#include "lull/trace/definitions/places.hpp"

namespace lull {
namespace {

std::string sentence(const NestingFaults& faults, NestingFault kind, const Definitions& definitions,
                     Timestamp zero, std::string_view one, std::string_view many) {
  const NestingFaults::Example& first = faults.first(kind);
  return fmt::format("{} {}: {}{} {} in {}.", faults[kind], faults[kind] == 1 ? one : many,
                     faults[kind] == 1 ? "" : "first ", name_of(definitions, first.region),
                     moment_of(definitions, first.time, zero),
                     place_of(definitions, first.location));
}

}  // namespace

std::vector<std::string> sentences_of(const NestingFaults& faults, const Definitions& definitions,
                                      Timestamp zero) {
  std::vector<std::string> sentences;
  const auto add = [&](NestingFault kind, std::string_view one, std::string_view many) {
    if (faults[kind] > 0) sentences.push_back(sentence(faults, kind, definitions, zero, one, many));
  };
  add(NestingFault::StrayLeave, "leave event is of a region that is not open, and is ignored",
      "leave events are of regions that are not open, and are ignored");
  add(NestingFault::SkippedRegion, "region has no leave event, and ends with the enclosing region",
      "regions have no leave event, and end with the enclosing region");
  add(NestingFault::OpenEnd, "region is never left, and ends with the last event of its process",
      "regions are never left, and end with the last event of their process");
  return sentences;
}

}  // namespace lull
