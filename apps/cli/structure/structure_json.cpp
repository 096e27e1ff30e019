// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>

#include "cli/inputs/iterations.hpp"
#include "cli/structure/structure.hpp"

namespace lull::cli {
namespace {

using nlohmann::json;
using structure::Grammar;
using structure::Item;
using structure::TimedNode;

json profile_json(const StructureResults& results, const structure::DurationProfile& profile) {
  const auto seconds = [&](Duration duration) { return results.definitions.seconds(duration); };
  json peaks = json::array();
  for (const structure::DurationPeak& peak : profile.peaks)
    peaks.push_back({{"median", seconds(peak.median)},
                     {"occurrences", peak.occurrences},
                     {"representative", peak.representative}});
  return {{"regularity", name_of(profile.regularity)},
          {"shortest", seconds(profile.shortest)},
          {"median", seconds(profile.median)},
          {"longest", seconds(profile.longest)},
          {"peaks", peaks},
          {"outliers", profile.outliers}};
}

json main_loop_json(const StructureResults& results, LocationId location) {
  const auto& loop = results.program.loops[location.index()];
  if (!loop || results.program.agreement.iterations == 0) return nullptr;
  json runs = json::array();
  for (const structure::IterationRun& run : loop->runs)
    runs.push_back({{"first_event", run.first_event},
                    {"events", run.events},
                    {"iterations", run.copies},
                    {"variant", run.variant}});
  json around = json::array();
  for (const RegionId region : loop->around)
    around.push_back(region.index() < results.definitions.regions.size()
                         ? results.definitions.regions[region.index()].name
                         : "");
  json document{{"iterations", loop->iterations()},
                {"variants", loop->variants()},
                {"warm_up", loop->warm_up},
                {"aligned", results.program.aligned_loop(location) != nullptr},
                {"around", around},
                {"events", loop->events()},
                {"events_each", loop->body_events},
                {"runs", runs}};
  const LocationTimes& times = results.times[location.index()];
  if (times.walk) {
    document["time"] = results.definitions.seconds(times.borders.back() - times.borders.front());
    document["durations"] = profile_json(results, iterations_of(results, location));
    document["durations"]["trend"] = structure::words_for(trend_of_iterations(results, location));
  }
  return document;
}

json items_json(const StructureResults& results, const Grammar& grammar,
                std::span<const Item> items, const TimedNode& node) {
  json list = json::array();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Grammar::Rule& rule = grammar[items[i].symbol];
    json entry{{"name", name_of_symbol(grammar, results.definitions, items[i].symbol)},
               {"kind", rule.kind == Grammar::Kind::Call       ? "call"
                        : rule.kind == Grammar::Kind::Sequence ? "sequence"
                                                               : "event"},
               {"count", items[i].count},
               {"events", rule.events}};
    if (const TimedNode* child = node.children[i]) {
      entry["times"] = child->loops;
      entry["time"] = results.definitions.seconds(child->whole);
      entry["shortest"] = results.definitions.seconds(child->shortest);
      entry["longest"] = results.definitions.seconds(child->longest);
      if (child->copies > 1)
        entry["durations"] =
            profile_json(results, structure::profile_of(child->occurrences(), results.window));
      json inner = items_json(results, grammar, grammar.items(items[i].symbol), *child);
      if (!inner.empty()) entry["items"] = std::move(inner);
    }
    list.push_back(std::move(entry));
  }
  return list;
}

json location_json(const StructureResults& results, std::size_t i) {
  const structure::LocationStructure& location = results.program.locations[i];
  const Grammar& grammar = location.grammar;
  json document{{"location", i},
                {"name", results.definitions.locations[i].name},
                {"events", location.events},
                {"samples", location.samples},
                {"patterns", location.patterns},
                {"parts", location.parts},
                {"same_calls_as", results.alike.calls[i]},
                {"same_messages_as", results.alike.messages[i]},
                {"damage", location.damage},
                {"main_loop", main_loop_json(results, LocationId(i))}};
  if (results.times[i].walk) {
    document["length"] = results.definitions.seconds(results.times[i].length);
    document["items"] =
        items_json(results, grammar, grammar.whole(), results.times[i].walk->whole());
  }
  return document;
}

}  // namespace

std::string location_json_text(const StructureResults& results, LocationId location) {
  const std::string text =
      location_json(results, location.index()).dump(1, ' ', false, json::error_handler_t::replace);
  // Indents by two levels. Line ends within strings are escaped already.
  std::string indented;
  for (const char c : text) {
    indented += c;
    if (c == '\n') indented += "  ";
  }
  return indented;
}

void write_structure_json(const StructureResults& results, std::span<const LocationPart> parts,
                          std::ostream& out) {
  json document{{"archive", results.archive}, {"events", results.program.events()}};
  document["main_loop"] = {{"iterations", results.program.agreement.iterations},
                           {"warm_up", results.program.agreement.warm_up}};
  if (results.program.agreement.iterations == 0)
    document["no_main_loop"] = to_json(no_main_loop(results.definitions, results.program));
  const bool any =
      std::ranges::any_of(parts, [](const LocationPart& part) { return !part.content.empty(); });
  document["locations"] = any ? json::array({nullptr}) : json::array();
  const std::string text = document.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
  constexpr std::string_view kPlace = "\n \"locations\": [\n  null\n ]";
  const std::size_t place = any ? text.find(kPlace) + kPlace.find("null") : text.size();
  out << std::string_view(text).substr(0, place);
  const char* comma = "";
  for (const LocationPart& part : parts) {
    if (part.content.empty()) continue;
    out << comma << part.content;
    comma = ",\n  ";
  }
  if (any) out << std::string_view(text).substr(place + std::string_view("null").size());
}

}  // namespace lull::cli
