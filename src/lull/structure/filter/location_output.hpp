// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes what stays of the events of one location, with marks where time is missing and with what
// is open where the time range begins and ends. One thread.
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
  // All must outlive this. The report gets times, and what is written.
  LocationOutput(const Definitions& definitions, const Selection& selection, LocationId location,
                 const LocationMarks& marks, LocationWriter& writer, FilterReport& report);

  // The next event, whether it stays or not.
  void look_at(const Event& event);
  // Behind the last one.
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
  bool limited_ = false;  // there is a time range
  Phase phase_ = Phase::Within;
  OpenThings open_;
  std::uint64_t position_ = 0;
  std::optional<Timestamp> first_;    // event of the location
  Timestamp last_;                    // likewise
  std::optional<Timestamp> written_;  // the last time
  std::optional<Timestamp> gap_;      // since when time is missing
  Reason gap_reason_ = Reason::Cut;
  bool off_ = false;  // the program itself has switched recording off
};

}  // namespace lull::structure
