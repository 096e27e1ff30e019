// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Copies of compound events, field by field, according to their descriptions
// (analysis/event_description.hpp). They live as long as something refers to them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "analysis/analysis_run.hpp"
#include "lull/analysis/events/event_description.hpp"

namespace lull::python {

// A compound event; records and lists are followed by their content.
struct EventCopy {
  enum class Kind : std::uint8_t { Number, Flag, Word, Thing, Path, Ticks, Record, List };
  struct Field {
    std::string_view name;  // empty within lists
    Kind kind = Kind::Number;
    bool defined = true;
    std::uint64_t value = 0;  // for ticks: a duration in two's complement
    std::string_view text;    // a word; for records the type; for anything else its kind
    std::size_t end = 0;      // index after its content
  };
  std::shared_ptr<AnalysisRun> run;
  std::vector<Field> fields;
};

// A compound event or a record within it.
struct Record {
  std::shared_ptr<const EventCopy> event;
  std::size_t index = 0;

  [[nodiscard]] std::string_view type() const { return event->fields[index].text; }
  // Returns null if there is no such field.
  [[nodiscard]] const EventCopy::Field* find(std::string_view name) const;
};

// Calls use(index) for each field in the record or list at `index`.
template <class Use>
void for_each_in(const std::vector<EventCopy::Field>& fields, std::size_t index, Use use) {
  for (std::size_t i = index + 1; i < fields[index].end; i = fields[i].end) use(i);
}

// Returns the fields of the event that `visit` visits.
[[nodiscard]] std::vector<EventCopy::Field> fields_by(
    std::string_view type, const std::function<void(analysis::FieldVisitor&)>& visit);
[[nodiscard]] Record copy_of(const analysis::EventType& type, const void* event,
                             const std::shared_ptr<AnalysisRun>& run);

// Returns the location of a call; undefined for other records.
[[nodiscard]] LocationId location_in(const Record& record);
[[nodiscard]] analysis::LocalPathId path_in(const Record& record);
// Returns the call that a record represents. Throws TypeError if it is not a call, Error (usage) if
// it belongs to another analysis than `run`.
[[nodiscard]] analysis::CallInstance call_of(const Record& record, const AnalysisRun& run);

}  // namespace lull::python
