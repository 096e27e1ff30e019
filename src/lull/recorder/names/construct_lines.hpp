// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds the lines of OpenMP constructs in code compiled by gcc. Its debug information gives the
// line of the code before a construct, so that consecutive constructs have the same line, and does
// not distinguish explicit barriers from implicit ones. So all constructs in a function are matched
// with the directives in its source. Without the source, nothing is known. Not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "lull/recorder/journal/process_part.hpp"
#include "lull/recorder/names/code_names.hpp"
#include "lull/recorder/names/directives.hpp"

namespace lull::recorder {

class ConstructLines {
 public:
  // Looks up all constructs in the parts.
  ConstructLines(CodeNames& names, std::span<const ProcessPart> parts);

  struct Found {
    CodeLine place;           // line 0: unknown
    bool is_barrier = false;  // an explicit barrier
  };
  [[nodiscard]] Found of(const RecordedRegion& construct) const;

 private:
  using Place = std::tuple<std::string, std::uint64_t, std::string>;  // object, offset, construct
  struct Function {
    std::string file;
    Directives::Lines lines;
    std::vector<Directives::Site> sites;
  };
  using Functions = std::map<std::pair<std::string, std::uint64_t>, Function>;  // object and begin

  [[nodiscard]] Place place_of(const RecordedRegion& construct) const;
  void add(CodeNames& names, Functions& functions, const RecordedRegion& construct);

  Directives directives_;
  std::map<Place, Found> found_;
};

}  // namespace lull::recorder
