// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "cli/common/text_layout.hpp"
#include "cli/inputs/iterations.hpp"
#include "cli/structure/structure.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/base/text/seconds_text.hpp"
#include "lull/report/model/value_text.hpp"
#include "lull/trace/definitions/places.hpp"

namespace lull::cli {
namespace {

using structure::Grammar;
using structure::Item;
using structure::TimedNode;

constexpr double kWorthALine = 0.005;  // least share of events or of time

std::string percent(double share) { return fmt::format("{:5.1f} %", 100 * share); }

double share_of(double part, double whole) { return whole > 0 ? part / whole : 0; }

// Renders one location as a tree.
class LocationText {
 public:
  LocationText(const StructureResults& results, LocationId location)
      : results_(results),
        structure_(results.program.locations[location.index()]),
        grammar_(structure_.grammar),
        times_(results.times[location.index()]) {}

  std::string run() {
    text_ = "   events     time       each\n";
    const TimedNode& whole = times_.walk->whole();
    add_items(grammar_.whole(), whole, 1, 0);
    return std::move(text_);
  }

 private:
  // Adds items one below the other; items too small for a line are only counted.
  void add_items(std::span<const Item> items, const TimedNode& node, std::uint64_t times,
                 std::size_t depth) {
    std::uint64_t small = 0;
    std::uint64_t small_events = 0;
    const auto add_small_items = [&] {
      if (small > 0)
        line(share_of_events(small_events), "", "", depth, fmt::format("… {} more", small));
      small = small_events = 0;
    };
    for (std::size_t i = 0; i < items.size(); ++i) {
      const TimedNode* child = node.children[i];
      if (!is_worth_a_line(items[i], child, times)) {
        small += items[i].count;
        small_events += times * items[i].count * grammar_[items[i].symbol].events;
        continue;
      }
      add_small_items();
      add_item(items[i], child, times, depth);
    }
    add_small_items();
  }

  void add_item(Item item, const TimedNode* node, std::uint64_t times, std::size_t depth) {
    const std::string name = printable(name_of_symbol(grammar_, results_.definitions, item.symbol));
    const std::string what =
        item.count > 1 ? fmt::format("{} × {}", grouped(item.count), name) : name;
    const double events = share_of_events(times * item.count * grammar_[item.symbol].events);
    if (node == nullptr || node->copies == 0) return line(events, "", "", depth, what);
    const Duration mean{node->whole.ticks / static_cast<std::int64_t>(node->copies)};
    line(events, percent(share_of_time(node)), short_seconds(results_.definitions.seconds(mean)),
         depth, what + distribution(*node));
    if (name.starts_with('(') && !has_line(item, *node, times * item.count)) return;
    if (std::ranges::any_of(node->children, [](auto* child) { return child != nullptr; }))
      add_items(grammar_.items(item.symbol), *node, times * item.count, depth + 1);
  }

  [[nodiscard]] bool is_worth_a_line(Item item, const TimedNode* node, std::uint64_t times) const {
    return share_of_events(times * item.count * grammar_[item.symbol].events) >= kWorthALine ||
           share_of_time(node) >= kWorthALine;
  }
  [[nodiscard]] bool has_line(Item sequence, const TimedNode& node, std::uint64_t times) const {
    const auto items = grammar_.items(sequence.symbol);
    for (std::size_t i = 0; i < items.size(); ++i)
      if (is_worth_a_line(items[i], node.children[i], times)) return true;
    return false;
  }
  [[nodiscard]] double share_of_time(const TimedNode* node) const {
    return node == nullptr ? 0
                           : share_of(static_cast<double>(node->whole.ticks),
                                      static_cast<double>(times_.length.ticks));
  }

  [[nodiscard]] std::string distribution(const TimedNode& node) const {
    if (node.item.count < 2) return "";
    const structure::DurationProfile profile =
        structure::profile_of(node.occurrences(), results_.window);
    if (profile.regularity == structure::Regularity::Unknown) return "";
    return fmt::format("  ({})", name_of(profile.regularity));
  }

  [[nodiscard]] double share_of_events(std::uint64_t events) const {
    return share_of(static_cast<double>(events), static_cast<double>(structure_.events));
  }

  void line(double events, const std::string& time, const std::string& each, std::size_t depth,
            const std::string& what) {
    constexpr std::size_t kColumnsBefore = 31;
    const std::size_t before = kColumnsBefore + 2 * depth;
    const std::size_t room = results_.width > before + 20 ? results_.width - before : 20;
    text_ += fmt::format("  {:>7}  {:>7} {:>10}  {:{}}{}\n", percent(events), time, each, "",
                         2 * depth, report::shortened(what, room));
  }

  const StructureResults& results_;
  const structure::LocationStructure& structure_;
  const Grammar& grammar_;
  const LocationTimes& times_;
  std::string text_;
};

std::string peaks_text(const StructureResults& results, const structure::DurationProfile& profile) {
  std::vector<std::string> peaks;
  for (const structure::DurationPeak& peak : profile.peaks)
    peaks.push_back(fmt::format("{} at {} (such as number {})", peak.occurrences,
                                short_seconds(results.definitions.seconds(peak.median)),
                                peak.representative + 1));
  return fmt::format("{}", fmt::join(peaks, ", "));
}

// Returns the number of iterations, and of processes that have them.
std::string main_loop_line(const StructureResults& results, std::span<const LocationPart> parts) {
  const structure::ProgramStructure& program = results.program;
  const auto deciding = std::ranges::count(program.decides, true);
  const auto aligned = std::ranges::count(parts, true, &LocationPart::aligned);
  if (aligned == 0) {
    const NoMainLoop none = no_main_loop(results.definitions, program);
    if (none.longest.empty()) return "No loop was found.\n";
    return wrapped("", 2, fmt::format("No main loop: {}.", printable(none.reason())));
  }
  std::string text =
      fmt::format("Main loop: {}", counted(program.agreement.iterations, "iteration"));
  if (program.agreement.warm_up) text += ", and one before a barrier";
  if (aligned < deciding)
    return text + fmt::format(", on {} of {} processes: {} a different number, or no loop\n",
                              aligned, deciding,
                              deciding - aligned == 1 ? "the other has" : "the others have");
  return text + (deciding == 1 ? std::string(", on the only process\n")
                               : fmt::format(", on all {} processes\n", deciding));
}

std::string heading(const StructureResults& results, std::size_t i) {
  const structure::LocationStructure& location = results.program.locations[i];
  std::size_t others = 0;
  std::size_t kinds = 0;
  for (std::size_t other = 0; other < results.alike.calls.size(); ++other) {
    if (results.alike.calls[other] != results.alike.calls[i]) continue;
    others += other == i ? 0 : 1;
    kinds += results.alike.messages[other] == other ? 1 : 0;
  }
  std::string text = printable(place_of(results.definitions, LocationId(i)));
  text.front() = 'L';
  if (others > 0)
    text += fmt::format(", and {} that make the same calls", counted(others, "other"));
  if (kinds > 1) text += fmt::format(" ({} kinds by their messages)", kinds);
  text += fmt::format(": {}", counted(location.events, "event"));
  if (location.samples > 0) text += fmt::format(", {}", counted(location.samples, "sample"));
  return text + "\n";
}

}  // namespace

std::string main_loop_text(const StructureResults& results, LocationId location) {
  const structure::MainLoop& loop = *results.program.aligned_loop(location);
  const LocationTimes& times = results.times[location.index()];
  std::vector<std::string> around;
  for (const RegionId region : loop.around)
    around.push_back(region.index() < results.definitions.regions.size()
                         ? printable(results.definitions.regions[region.index()].name)
                         : "?");
  const structure::DurationProfile profile = iterations_of(results, location);
  const auto share = [](auto part, auto whole) {
    return 100 * share_of(static_cast<double>(part), static_cast<double>(whole));
  };
  const auto time = [&](Duration duration) {
    return short_seconds(results.definitions.seconds(duration));
  };
  const std::string_view trend = structure::words_for(trend_of_iterations(results, location));
  std::string text = wrapped(
      "", 2,
      fmt::format("  On {}: {}{} events each, {:.1f} % of events and {:.1f} % of time.",
                  place_of(results.definitions, location),
                  around.empty() ? "" : fmt::format("in {}, ", fmt::join(around, " > ")),
                  grouped(loop.body_events),
                  share(loop.events(), results.program.locations[location.index()].events),
                  share((times.borders.back() - times.borders.front()).ticks, times.length.ticks)));
  if (loop.variants() > 0)
    text += fmt::format("  {} slightly from the others.\n",
                        loop.variants() == 1 ? "One of them differs"
                                             : grouped(loop.variants()) + " of them differ");
  text += wrapped(
      "", 2,
      fmt::format("  Durations: {}, {} to {}, median {}{}{}{}{}.", name_of(profile.regularity),
                  time(profile.shortest), time(profile.longest), time(profile.median),
                  profile.peaks.empty() ? "" : "; ", peaks_text(results, profile),
                  trend.empty() ? "" : "; ", trend));
  const std::string remark =
      remark_on_share(loop, results.program.locations[location.index()].events,
                      place_of(results.definitions, location));
  return remark.empty() ? text : text + wrapped("", 2, "  " + remark);
}

std::string location_text(const StructureResults& results, LocationId location) {
  std::string text = heading(results, location.index());
  if (results.program.locations[location.index()].events > 0)
    text += LocationText(results, location).run();
  return text;
}

std::string structure_text(const StructureResults& results, std::span<const LocationPart> parts) {
  std::string text = wrapped("", 2,
                             fmt::format("{}: {} of {}", printable(results.archive),
                                         counted(results.program.events(), "event"),
                                         counted(results.program.locations.size(), "location"))) +
                     "\n" + main_loop_line(results, parts);
  const auto shown =
      std::ranges::find_if(parts, [](const LocationPart& part) { return !part.main_loop.empty(); });
  if (shown != parts.end()) text += shown->main_loop;
  for (const LocationPart& part : parts)
    if (!part.content.empty()) text += "\n" + part.content;
  return text;
}

}  // namespace lull::cli
