// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/analyze/clock_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/base/text/seconds_text.hpp"
#include "lull/clock_search/clock_remarks.hpp"

namespace lull::cli {
namespace {

using analysis::ClockFindings;
using analysis::ClockTraffic;

constexpr std::size_t kMostPairs = 10;

bool has_offsets(const Definitions& definitions) {
  return std::ranges::any_of(definitions.clock_offsets, [](const auto& of) { return !of.empty(); });
}

std::string node_name(SystemNodeId node, const Definitions& definitions) {
  return node.defined() ? definitions.system_nodes[node.index()].name : std::string("(unknown)");
}

std::string reversals_text(const Reversals& reversals, std::uint64_t of,
                           const Definitions& definitions) {
  if (reversals.count == 0) return fmt::format("none of {}", grouped(of));
  return fmt::format("{} of {}, by up to {}", grouped(reversals.count), grouped(of),
                     short_seconds(definitions.seconds(reversals.greatest)));
}

std::string row(std::string_view times, const std::string& messages,
                const std::string& operations) {
  return fmt::format("  {:<22}  {:<38}  {}\n", times, messages, operations);
}

std::vector<std::pair<analysis::NodePair, ClockTraffic>> worst_pairs(
    const ClockFindings& findings) {
  std::vector<std::pair<analysis::NodePair, ClockTraffic>> pairs(findings.traffic.begin(),
                                                                 findings.traffic.end());
  std::ranges::stable_sort(pairs, std::greater(), [](const auto& pair) {
    return std::max(pair.second.raw.greatest, pair.second.measured.greatest);
  });
  if (pairs.size() > kMostPairs) pairs.resize(kMostPairs);
  return pairs;
}

std::string pairs_as_text(const ClockFindings& findings, const Definitions& definitions) {
  std::string text;
  for (const auto& [nodes, traffic] : worst_pairs(findings)) {
    if (traffic.raw.count + traffic.measured.count == 0) continue;
    text +=
        fmt::format("  {} to {}: as recorded {}", printable(node_name(nodes.first, definitions)),
                    printable(node_name(nodes.second, definitions)),
                    reversals_text(traffic.raw, traffic.messages, definitions));
    if (has_offsets(definitions))
      text +=
          "; measured offsets " + reversals_text(traffic.measured, traffic.messages, definitions);
    text += '\n';
  }
  return text.empty() ? text : "\nMessages between nodes, worst first:\n" + text;
}

std::string times_taken(const ClockCorrection& correction, const Definitions& definitions) {
  if (correction.source == ClockSource::Measured && !has_offsets(definitions))
    return "the times as they were recorded: there are no measured offsets";
  if (correction.source == ClockSource::Raw && correction.by_node)
    return "the times as they were recorded: all processes ran on one node and have one clock";
  return std::string(analysis::sentence_part(correction));
}

nlohmann::json as_json(const Reversals& reversals, const Definitions& definitions) {
  return {{"count", reversals.count}, {"greatest", definitions.seconds(reversals.greatest)}};
}

nlohmann::json ties_as_json(ClockTies ties) {
  switch (ties) {
    case ClockTies::BothWays:
      return "both ways";
    case ClockTies::OneWay:
      return "one way";
    case ClockTies::None:
      break;
  }
  return "none";
}

nlohmann::json processes_as_json(const ClockCorrection& correction,
                                 const Definitions& definitions) {
  nlohmann::json processes = nlohmann::json::array();
  if (correction.source != ClockSource::Messages) return processes;
  for (std::size_t i = 0; i < definitions.processes.size(); ++i) {
    const Process& process = definitions.processes[i];
    if (process.locations.empty()) continue;
    const auto& knots = correction.offsets[process.locations.front().index()];
    nlohmann::json one{{"process", process.name}, {"ties", ties_as_json(correction.ties[i])}};
    for (const ClockOffset& knot : knots)
      one["offsets"].push_back({{"time", knot.time.ticks}, {"ticks", knot.offset}});
    processes.push_back(std::move(one));
  }
  return processes;
}

nlohmann::json steps_as_json(const ClockCorrection& correction, const Definitions& definitions) {
  nlohmann::json steps = nlohmann::json::array();
  for (const ClockCorrection::Step& step : correction.steps)
    steps.push_back({{"process", definitions.processes[step.process.index()].name},
                     {"time", step.time.ticks},
                     {"ticks", step.height.ticks},
                     {"seconds", -definitions.seconds(step.height)}});
  return steps;
}

nlohmann::json late_beginnings_as_json(const ClockCorrection& correction,
                                       const Definitions& definitions) {
  nlohmann::json late = nlohmann::json::array();
  for (const ClockCorrection::LateBeginning& one : correction.late_beginnings)
    late.push_back({{"process", definitions.processes[one.process.index()].name},
                    {"time", one.begins.ticks},
                    {"late", definitions.seconds(one.late)},
                    {"added", definitions.seconds(one.added)}});
  return late;
}

}  // namespace

std::string to_text(const ClockFindings& findings, ClockWish wish,
                    const ClockCorrection& correction, const Definitions& definitions) {
  const ClockTraffic all = findings.all();
  std::string text = "Received before they were sent:\n\n";
  text += row("times", "messages", "collective operations");
  text += row("as recorded", reversals_text(all.raw, all.messages, definitions),
              reversals_text(findings.raw_collectives, findings.collectives, definitions));
  if (has_offsets(definitions))
    text += row("with measured offsets", reversals_text(all.measured, all.messages, definitions),
                reversals_text(findings.measured_collectives, findings.collectives, definitions));
  text += pairs_as_text(findings, definitions);
  const std::string remark = analysis::remark_on_clocks(correction, definitions);
  text += wish == ClockWish::Auto ? "\nlull analyze uses "
                                  : "\nWith --clocks " + name_of(wish) + ", lull analyze uses ";
  text += times_taken(correction, definitions) + ".\n";
  if (correction.source != ClockSource::Raw && !remark.empty()) text += remark + "\n";
  return text;
}

nlohmann::json to_json(const ClockFindings& findings, const ClockCorrection& correction,
                       const Definitions& definitions) {
  const ClockTraffic all = findings.all();
  nlohmann::json pairs = nlohmann::json::array();
  for (const auto& [nodes, traffic] : findings.traffic)
    pairs.push_back({{"from", node_name(nodes.first, definitions)},
                     {"to", node_name(nodes.second, definitions)},
                     {"messages", traffic.messages},
                     {"raw", as_json(traffic.raw, definitions)},
                     {"measured", as_json(traffic.measured, definitions)}});
  return {{"messages",
           {{"count", all.messages},
            {"raw", as_json(all.raw, definitions)},
            {"measured", as_json(all.measured, definitions)}}},
          {"collectives",
           {{"count", findings.collectives},
            {"raw", as_json(findings.raw_collectives, definitions)},
            {"measured", as_json(findings.measured_collectives, definitions)}}},
          {"remarks", findings.remarks},
          {"nodes", std::move(pairs)},
          {"correction",
           {{"source", name_of(correction.source)},
            {"clocks", correction.by_node ? "nodes" : "processes"},
            {"holds_all", correction.holds_all},
            {"steps", steps_as_json(correction, definitions)},
            {"jumps", correction.jumps},
            {"greatest_jump", definitions.seconds(correction.greatest_push)},
            {"contradictions", correction.contradictions},
            {"late_beginnings", late_beginnings_as_json(correction, definitions)},
            {"processes", processes_as_json(correction, definitions)}}}};
}

}  // namespace lull::cli
