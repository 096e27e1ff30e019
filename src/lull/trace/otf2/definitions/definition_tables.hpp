// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes the tables of Definitions as OTF2's global definitions, one function for each kind.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>

#include "lull/trace/definitions/definitions.hpp"

namespace lull::otf2 {

// Throws Error (system) unless a definition of that kind was written.
void check_written(OTF2_ErrorCode code, const char* kind);

// Returns the detail of a row, or `otherwise` if there is none.
template <class Detail>
Detail at(const std::vector<Detail>& details, std::size_t row, Detail otherwise = {}) {
  return row < details.size() ? details[row] : otherwise;
}

class DefinitionTables {
 public:
  DefinitionTables(OTF2_GlobalDefWriter* writer, const Definitions& definitions)
      : writer_(writer), d_(definitions) {
    for (const DefinitionRecord& record : d_.details.records)
      if (const std::string* const name = property_name(record))
        typed_.emplace(record.kind, record.numbers[0], *name);
  }

  void write(const ClockProperties& clock, std::span<const std::uint64_t> events);

 private:
  [[nodiscard]] std::uint64_t realtime_at(Timestamp begin) const;
  OTF2_StringRef text(const std::string& string);
  void paradigms();
  void system();
  void locations(std::span<const std::uint64_t> events);
  void regions();
  void groups();
  void communicators();
  void metrics();
  void metric_instance(std::size_t index);
  void calls();
  void input_output();
  void topologies();
  void properties();
  void records(bool of_paradigms);
  [[nodiscard]] const std::string* property_name(const DefinitionRecord& record) const;
  [[nodiscard]] bool is_text(DefinitionRecord::Kind kind, std::size_t owner,
                             const std::string& name) const {
    return !typed_.contains({kind, owner, name});
  }

  OTF2_GlobalDefWriter* writer_;
  const Definitions& d_;
  std::unordered_map<std::string, OTF2_StringRef> strings_;
  OTF2_StringRef next_string_ = 0;
  // Properties that are not strings: they are kept as records and, in Definitions, also as strings.
  std::set<std::tuple<DefinitionRecord::Kind, std::uint64_t, std::string>> typed_;
};

}  // namespace lull::otf2
