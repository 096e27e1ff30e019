// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes the remaining events of one location, with marks of missing time, and with enter and leave
// events for regions that are open at the borders of a time range. Not thread safe.
#pragma once

#include <cstdint>
#include <optional>

#include "lull/structure/filter/filter_report.hpp"
#include "lull/structure/filter/location_marks.hpp"
#include "lull/structure/filter/open_things.hpp"
#include "lull/structure/filter/selection.hpp"
#include "lull/trace/otf2/archive_writer.hpp"

namespace lull::structure {

class LocationOutput {
 public:
  // All arguments must outlive this object. Updates the report's times and written events.
  LocationOutput(const Definitions& definitions, const Selection& selection, LocationId location,
                 const LocationMarks& marks, LocationWriter& writer, FilterReport& report);

  // Passes the next event, whether it stays or not.
  void look_at(const Event& event);
  // Call after the last event.
  void finish();

 private:
  enum class Phase : std::uint8_t { Before, Within, After };

  [[nodiscard]] bool excludes(const EventBody& body) const;
  void begin_range();
  void end_range(Timestamp last);
  void follow(const EventBody& body, LocationMarks::Mark mark);
  void write_thread(const ThreadBegin& thread, Timestamp time);
  [[nodiscard]] bool is_worker() const;
  void look_at_cut();
  void end_gap(Timestamp time);
  void write(const Event& event);
  void add(Timestamp time, const EventBody& body);
  void lose(Reason reason, Timestamp from, Timestamp until);

  LocationId location_;
  const Definitions& definitions_;
  const Selection& selection_;
  const LocationMarks& marks_;
  LocationWriter& writer_;
  FilterReport& report_;
  TimeRange range_;
  bool selected_ = true;
  bool limited_ = false;  // a time range was given
  Phase phase_ = Phase::Within;
  OpenThings open_;
  std::uint64_t position_ = 0;
  std::optional<Timestamp> first_;    // time of the location's first event
  Timestamp last_;                    // time of its latest event
  std::optional<Timestamp> written_;  // last written time
  std::optional<Timestamp> gap_;      // start of missing time
  Reason gap_reason_ = Reason::Cut;
  bool off_ = false;  // the program switched recording off
};

}  // namespace lull::structure
