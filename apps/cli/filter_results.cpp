// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/filter_results.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "lull/base/counted.hpp"
#include "lull/base/printable.hpp"

namespace lull::cli {
namespace {

using structure::FilterCounts;
using structure::Reason;

double seconds(const FilterResults& results, Duration time) {
  return static_cast<double>(time.ticks) / static_cast<double>(results.ticks_per_second);
}

std::string row(const FilterResults& results, std::string_view name, const FilterCounts& counts) {
  return fmt::format("{:<14}{:>16}{:>14}{:>14}{:>18}\n", name, grouped(counts.events),
                     grouped(counts.messages), grouped(counts.collectives),
                     grouped_digits(fmt::format("{:.6f}", seconds(results, counts.time))));
}

bool is_empty(const FilterCounts& counts) {
  return counts.events == 0 && counts.messages == 0 && counts.collectives == 0 &&
         counts.time.ticks == 0;
}

nlohmann::json counts_as_json(const FilterResults& results, const FilterCounts& counts) {
  return {{"events", counts.events},
          {"messages", counts.messages},
          {"collectives", counts.collectives},
          {"seconds", seconds(results, counts.time)}};
}

// use(name, counts) for each reason for which something was removed.
template <class Use>
void for_each_reason(const FilterResults& results, Use&& use) {
  for (std::size_t i = 0; i < structure::kReasons; ++i)
    if (const FilterCounts& removed = results.report.removed[i]; !is_empty(removed))
      use(name_of(static_cast<Reason>(i)), removed);
}

}  // namespace

std::string to_text(const FilterResults& results) {
  const structure::FilterReport& report = results.report;
  std::string text = fmt::format("{:<14}{:>16}{:>14}{:>14}{:>18}\n", "", "events", "messages",
                                 "collectives", "location-seconds");
  text += row(results, "before", report.before);
  for_each_reason(results, [&](std::string_view name, const FilterCounts& removed) {
    text += row(results, fmt::format("- {}", name), removed);
  });
  if (report.added > 0) text += fmt::format("{:<14}{:>16}\n", "+ marks", grouped(report.added));
  text += row(results, "after", report.after);
  if (report.moved > 0)
    text += fmt::format("{} that went back in time got the time of the event before.\n",
                        counted(report.moved, "event"));
  return text + "Archive: " + printable(results.output) + "\n";
}

nlohmann::json to_json(const FilterResults& results) {
  nlohmann::json removed = nlohmann::json::object();
  for_each_reason(results, [&](std::string_view name, const FilterCounts& counts) {
    removed[std::string(name)] = counts_as_json(results, counts);
  });
  return {{"archive", results.archive},
          {"output", results.output},
          {"before", counts_as_json(results, results.report.before)},
          {"removed", std::move(removed)},
          {"added_events", results.report.added},
          {"after", counts_as_json(results, results.report.after)},
          {"moved_events", results.report.moved},
          {"damages", results.report.damages}};
}

}  // namespace lull::cli
