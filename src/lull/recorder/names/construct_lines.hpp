// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The lines of OpenMP constructs that gcc has compiled. Its debug information names the line of
// what comes before a construct, so that constructs which follow each other have the same line, and
// it says of no barrier whether the program asked for it: all places in a function are held against
// the directives in its source. Where the source cannot be read, nothing is known. One thread at a
// time.
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
  // Of all constructs in the parts.
  ConstructLines(CodeNames& names, std::span<const ProcessPart> parts);

  struct Found {
    CodeLine place;           // line 0: unknown
    bool is_barrier = false;  // a barrier of the program's own
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
