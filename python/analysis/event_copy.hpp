// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Copies of compound events, field by field, as their descriptions have them
// (analysis/event_description.hpp). They live as long as anybody holds them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "analysis/analysis_run.hpp"
#include "lull/analysis/events/event_description.hpp"

namespace lull::python {

// A compound event: a record or a list is followed by what is in it.
struct EventCopy {
  enum class Kind : std::uint8_t { Number, Flag, Word, Thing, Path, Ticks, Record, List };
  struct Field {
    std::string_view name;  // in lists empty
    Kind kind = Kind::Number;
    bool defined = true;
    std::uint64_t value = 0;  // of ticks: of a duration in two's complement
    std::string_view text;    // a word; of a record its type; of anything else what it is
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

// use(index) for each field in the record or list at `index`.
template <class Use>
void for_each_in(const std::vector<EventCopy::Field>& fields, std::size_t index, Use use) {
  for (std::size_t i = index + 1; i < fields[index].end; i = fields[i].end) use(i);
}

// The event that `visit` shows the fields of.
[[nodiscard]] std::vector<EventCopy::Field> fields_by(
    std::string_view type, const std::function<void(analysis::FieldVisitor&)>& visit);
[[nodiscard]] Record copy_of(const analysis::EventType& type, const void* event,
                             const std::shared_ptr<AnalysisRun>& run);

// Of a record that is a call; undefined for any other.
[[nodiscard]] LocationId location_in(const Record& record);
[[nodiscard]] analysis::LocalPathId path_in(const Record& record);
// The call that a record is. Throws TypeError when it is none, Error (usage) when it is one of
// another analysis than `run`.
[[nodiscard]] analysis::CallInstance call_of(const Record& record, const AnalysisRun& run);

}  // namespace lull::python
