// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/structure/interest_points.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/base/text/shell_word.hpp"

namespace lull::cli {
namespace {

std::string in_seconds(double seconds) {
  return grouped_digits(fmt::format("{:.{}f}", seconds, seconds < 1 ? 6 : 3)) + " s";
}

// Describes an iteration that takes longer for reasons other than waiting.
std::string slowest_text(const Interest& interest, const InterestPoint& point) {
  constexpr double kAlike = 1.1;
  if (interest.processes < 2 || point.slowest_seconds <= kAlike * point.seconds)
    return "     takes longer everywhere, without waiting much more than usual\n";
  return fmt::format("     takes longest on {}: {}, without waiting much more than usual\n",
                     printable(point.slowest), in_seconds(point.slowest_seconds));
}

std::string point_text(const Interest& interest, const InterestPoint& point, std::size_t number) {
  std::string text =
      fmt::format("{:>3}. Iteration {}, from {}: {}", number, grouped(point.iteration + 1),
                  in_seconds(point.begin), in_seconds(point.seconds));
  if (interest.usual_seconds > 0)
    text += fmt::format(", {:.3g} times the usual", point.seconds / interest.usual_seconds);
  text += fmt::format("\n     costs {} more than usual in all processes; waits {} (usual: {})\n",
                      in_seconds(point.cost), in_seconds(point.waiting),
                      in_seconds(interest.usual_waiting));
  if (interest.together > 1)
    text += fmt::format("     (waiting is known for {} iterations together)\n", interest.together);
  if (!point.waits_more) return text + slowest_text(interest, point);
  if (!point.cause) return text;
  const PointCause& cause = *point.cause;
  text += fmt::format("     mostly {}: {}, of which {} on {}\n", printable(cause.name),
                      in_seconds(cause.seconds), in_seconds(cause.location_seconds),
                      printable(cause.location));
  if (!cause.call_path.empty()) text += fmt::format("     in {}\n", printable(cause.call_path));
  if (!cause.partner.empty()) {
    text += fmt::format("     because of {}", printable(cause.partner));
    if (!cause.partner_call_path.empty())
      text += fmt::format(", then in {}", printable(cause.partner_call_path));
    text += '\n';
  } else if (!cause.last.empty()) {
    text += fmt::format("     only {} does not wait\n", printable(cause.last));
  }
  return text;
}

std::string runs_text(const InterestGroup& group) {
  constexpr std::size_t kMostRuns = 4;
  std::string text;
  for (std::size_t i = 0; i < group.runs.size() && i < kMostRuns; ++i) {
    const auto [first, last] = group.runs[i];
    text += (i > 0 ? ", " : "") + grouped(first + 1);
    if (last > first) text += "–" + grouped(last + 1);
  }
  return group.runs.size() > kMostRuns ? text + ", …" : text;
}

std::string groups_text(const Interest& interest) {
  std::string text =
      fmt::format("Iterations with similar durations (± {:.3g} %), and one that represents them:\n",
                  100 * interest.window);
  if (interest.window > interest.wanted_window)
    text += fmt::format("(± {:.3g} % would make too many groups.)\n", 100 * interest.wanted_window);
  text += fmt::format("\n{:>10}{:>14}{:>16}  which\n", "look at", "iterations", "each");
  for (const InterestGroup& group : interest.groups)
    text += fmt::format("{:>10}{:>14}{:>16}  {}\n", grouped(group.representative + 1),
                        grouped(group.iterations), in_seconds(group.seconds), runs_text(group));
  return text;
}

}  // namespace

std::string to_text(const Interest& interest) {
  if (interest.none)
    return fmt::format("{}: no main loop: {}.\n", printable(interest.archive),
                       printable(interest.none->reason()));
  std::string text = fmt::format(
      "{}: {} {}, on {}; usually {} each\n\n", printable(interest.archive),
      counted(interest.number, "iteration"), printable(interest.loop),
      counted(interest.processes, "process", "processes"), in_seconds(interest.usual_seconds));
  if (interest.trend != structure::Trend::None)
    text += fmt::format("Durations: {}.\n\n", structure::words_for(interest.trend));
  if (!interest.remark.empty()) text += interest.remark + "\n\n";
  if (!interest.clocks.empty()) text += fmt::format("{}\n\n", interest.clocks);
  if (interest.points.empty())
    text += "No iteration takes longer than usual, or waits more.\n\n";
  else
    text += interest.found > interest.points.size()
                ? fmt::format("The {} most costly of {}:\n\n", interest.points.size(),
                              counted(interest.found, "unusual iteration"))
                : fmt::format("{}{}:\n\n", counted(interest.found, "unusual iteration"),
                              interest.found > 1 ? ", the most costly first" : "");
  for (std::size_t i = 0; i < interest.points.size(); ++i)
    text += point_text(interest, interest.points[i], i + 1) + "\n";
  text += groups_text(interest);
  if (interest.groups.empty()) return text;
  const std::size_t first = interest.points.empty() ? interest.groups.front().representative
                                                    : interest.points.front().iteration;
  return text + fmt::format("\nTo extract one: lull filter {} -o DIRECTORY --iterations {}\n",
                            shell_word(interest.archive), first + 1);
}

nlohmann::json to_json(const NoMainLoop& none) {
  nlohmann::json loops = nlohmann::json::array();
  for (const NamedLoop& loop : none.longest)
    loops.push_back({{"place", loop.place},
                     {"iterations", loop.iterations},
                     {"share_of_events", loop.events},
                     {"share_of_time", loop.time}});
  return {{"location", none.location}, {"reason", none.reason()}, {"longest", std::move(loops)}};
}

nlohmann::json to_json(const Interest& interest) {
  if (interest.none)
    return {{"archive", interest.archive},
            {"loop", nullptr},
            {"iterations", 0},
            {"no_main_loop", to_json(*interest.none)}};
  nlohmann::json points = nlohmann::json::array();
  for (const InterestPoint& point : interest.points) {
    nlohmann::json one = {
        {"iteration", point.iteration + 1},
        {"begin", point.begin},
        {"seconds", point.seconds},
        {"cost", point.cost},
        {"waiting", point.waiting},
        {"cause", nullptr},
        {"slowest", {{"location", point.slowest}, {"seconds", point.slowest_seconds}}}};
    if (point.cause)
      one["cause"] = {{"metric", point.cause->metric},
                      {"name", point.cause->name},
                      {"seconds", point.cause->seconds},
                      {"location", point.cause->location},
                      {"location_seconds", point.cause->location_seconds},
                      {"call_path", point.cause->call_path},
                      {"partner", point.cause->partner},
                      {"partner_call_path", point.cause->partner_call_path},
                      {"only_without", point.cause->last}};
    points.push_back(std::move(one));
  }
  nlohmann::json groups = nlohmann::json::array();
  for (const InterestGroup& group : interest.groups) {
    nlohmann::json runs = nlohmann::json::array();
    for (const auto& [first, last] : group.runs) runs.push_back({first + 1, last + 1});
    groups.push_back({{"representative", group.representative + 1},
                      {"iterations", group.iterations},
                      {"seconds", group.seconds},
                      {"runs", std::move(runs)}});
  }
  return {{"archive", interest.archive},
          {"loop", interest.loop},
          {"remark", interest.remark},
          {"iterations", interest.number},
          {"processes", interest.processes},
          {"together", interest.together},
          {"clocks", interest.clocks},
          {"window", interest.window},
          {"wanted_window", interest.wanted_window},
          {"trend", structure::words_for(interest.trend)},
          {"usual_seconds", interest.usual_seconds},
          {"usual_waiting", interest.usual_waiting},
          {"unusual", interest.found},
          {"points", std::move(points)},
          {"groups", std::move(groups)}};
}

}  // namespace lull::cli
