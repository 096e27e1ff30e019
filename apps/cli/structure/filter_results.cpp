// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/structure/filter_results.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"

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

// Calls use(name, counts) for each reason for removing something.
template <class Use>
void for_each_reason(const FilterResults& results, Use&& use) {
  for (std::size_t i = 0; i < structure::kReasons; ++i)
    if (const FilterCounts& removed = results.report.removed[i]; !is_empty(removed))
      use(name_of(static_cast<Reason>(i)), removed);
}

double share_removed(const structure::FilterReport& report) {
  const auto before = static_cast<double>(report.before.events);
  return before > 0 ? 1 - static_cast<double>(report.after.events) / before : 0;
}

std::string those_without(const KeptIterations& iterations) {
  const std::string first = printable(iterations.without.front());
  if (iterations.without.size() == 1) return first + " has";
  return fmt::format("{} (such as {}) have",
                     counted(iterations.without.size(), "process", "processes"), first);
}

// Lists the iterations that are kept, and the number for which each stands.
std::string iterations_text(const KeptIterations& iterations) {
  if (iterations.number == 0) return {};
  std::string text = fmt::format("Kept {} of {} {}", grouped(iterations.kept.size()),
                                 counted(iterations.number, "iteration"), iterations.loop);
  if (iterations.window > 0)
    text += fmt::format(", one of each group with similar durations (± {:.3g} %)",
                        100 * iterations.window);
  text += fmt::format(".\n\n{:<14}{:>16}", "iteration", "seconds");
  if (iterations.window > 0) text += fmt::format("{:>14}{:>16}", "stands for", "seconds of each");
  text += "\n";
  constexpr std::size_t kMostRows = 30;
  for (std::size_t i = 0; i < iterations.kept.size(); ++i) {
    if (i == kMostRows && i + 1 < iterations.kept.size()) {
      text += fmt::format("… {} more\n", grouped(iterations.kept.size() - i));
      break;
    }
    const KeptIterations::Kept& kept = iterations.kept[i];
    text += fmt::format("{:<14}{:>16}", grouped(kept.iteration + 1),
                        grouped_digits(fmt::format("{:.6f}", kept.seconds)));
    if (iterations.window > 0)
      text += fmt::format("{:>14}{:>16}", grouped(kept.stands_for),
                          grouped_digits(fmt::format("{:.6f}", kept.group_seconds)));
    text += "\n";
  }
  if (!iterations.without.empty())
    text +=
        fmt::format("\n{} no such iterations: all calls are kept.\n", those_without(iterations));
  if (!iterations.remark.empty()) text += fmt::format("\n{}\n", iterations.remark);
  return text + "\n";
}

nlohmann::json iterations_as_json(const KeptIterations& iterations) {
  if (iterations.number == 0) return nullptr;
  nlohmann::json kept = nlohmann::json::array();
  for (const KeptIterations::Kept& one : iterations.kept)
    kept.push_back({{"iteration", one.iteration + 1},
                    {"seconds", one.seconds},
                    {"stands_for", one.stands_for},
                    {"seconds_of_each", one.group_seconds}});
  return {{"number", iterations.number},
          {"loop", iterations.loop},
          {"window", iterations.window > 0 ? nlohmann::json(iterations.window) : nullptr},
          {"kept", std::move(kept)},
          {"uncut_processes", iterations.uncut},
          {"processes_without", iterations.without},
          {"remark", iterations.remark}};
}

}  // namespace

std::string to_text(const FilterResults& results) {
  const structure::FilterReport& report = results.report;
  std::string text = iterations_text(results.iterations);
  text += fmt::format("{:<14}{:>16}{:>14}{:>14}{:>18}\n", "", "events", "messages", "collectives",
                      "location-seconds");
  text += row(results, "before", report.before);
  for_each_reason(results, [&](std::string_view name, const FilterCounts& removed) {
    text += row(results, fmt::format("- {}", name), removed);
  });
  if (report.added > 0) text += fmt::format("{:<14}{:>16}\n", "+ marks", grouped(report.added));
  text += row(results, "after", report.after);
  if (report.moved > 0)
    text += fmt::format("{} with decreasing times got the time of the preceding event.\n",
                        counted(report.moved, "event"));
  text += fmt::format("{:.1f} % of the events were removed.\n", 100 * share_removed(report));
  return text + "Archive: " + printable(results.output) + "\n";
}

nlohmann::json to_json(const FilterResults& results) {
  nlohmann::json removed = nlohmann::json::object();
  for_each_reason(results, [&](std::string_view name, const FilterCounts& counts) {
    removed[std::string(name)] = counts_as_json(results, counts);
  });
  return {{"archive", results.archive},
          {"output", results.output},
          {"iterations", iterations_as_json(results.iterations)},
          {"before", counts_as_json(results, results.report.before)},
          {"removed", std::move(removed)},
          {"added_events", results.report.added},
          {"after", counts_as_json(results, results.report.after)},
          {"moved_events", results.report.moved},
          {"damages", results.report.damages}};
}

}  // namespace lull::cli
