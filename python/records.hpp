// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compound events as Python sees them: copies, which may be kept. Which types there are and of
// which fields they consist follows from their descriptions (analysis/event_description.hpp) alone.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis_run.hpp"
#include "lull/analysis/event_description.hpp"

namespace lull::python {

// A compound event, field by field: a record or a list is followed by what is in it.
struct EventCopy {
  enum class Kind : std::uint8_t { Number, Flag, Word, Thing, Path, Ticks, Record, List };
  struct Field {
    std::string_view name;  // in lists empty
    Kind kind = Kind::Number;
    bool defined = true;
    std::uint64_t value = 0;  // of ticks: of a duration in two's complement
    std::string_view text;    // a word; of a record its type; of a thing or number what it is
    std::size_t end = 0;      // index behind all that is in it
  };
  std::shared_ptr<AnalysisRun> run;
  std::vector<Field> fields;
};

// A compound event or a record in it.
struct Record {
  std::shared_ptr<const EventCopy> event;
  std::size_t index = 0;

  [[nodiscard]] std::string_view type() const { return event->fields[index].text; }
  // Null where there is none.
  [[nodiscard]] const EventCopy::Field* find(std::string_view name) const;
};

[[nodiscard]] Record copy_of(const analysis::EventType& type, const void* event,
                             const std::shared_ptr<AnalysisRun>& run);

// The call that a record is. Throws TypeError when it is none, Error (usage) when it is one of
// another analysis than `run`.
[[nodiscard]] analysis::CallInstance call_of(const Record& record, const AnalysisRun& run);

// {type: {field: what it is}} of these events; with `parts`, also of all records in them.
[[nodiscard]] py::dict description_of(const std::vector<const analysis::EventType*>& types,
                                      bool parts);

void add_records(py::module_& module);

}  // namespace lull::python
