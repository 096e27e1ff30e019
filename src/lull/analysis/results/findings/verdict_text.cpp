// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lull/analysis/results/findings/verdict.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/printable.hpp"

namespace lull::analysis {
namespace {

constexpr std::size_t kWidth = 88;

std::string seconds_text(double seconds) {
  if (seconds >= 1) return fmt::format("{:.3f} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.3f} ms", seconds * 1e3);
  return fmt::format("{:.3f} us", seconds * 1e6);
}

std::string value_text(double value, Unit unit) {
  const auto whole = static_cast<std::uint64_t>(value);
  switch (unit) {
    case Unit::Seconds:
      return seconds_text(value);
    case Unit::Occurrences:
      return counted(whole, "time");
    case Unit::Bytes:
      return counted(whole, "byte");
    case Unit::Number:
      break;
  }
  return grouped(whole);
}

// Returns, for example, "Late Sender (mpi_latesender)": `lull patterns` takes the id in
// parentheses.
std::string title(const std::string& name, const std::string& id) {
  return printable(name == id ? name : fmt::format("{} ({})", name, id));
}

// Wraps text at kWidth columns; the first line begins with `lead`, the others are indented.
std::string paragraph(const std::string& lead, std::string_view whole) {
  const std::string safe = printable(whole);
  std::string_view text = safe;
  std::string result;
  std::string line = lead;
  bool empty = true;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (!empty && line.size() + 1 + word.size() > kWidth) {
      result += line + "\n";
      line.assign(lead.size(), ' ');
      empty = true;
    }
    if (!empty) line += ' ';
    line += word;
    empty = false;
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return result + line + "\n";
}

std::string list_of(const Finding& finding) {
  std::string text;
  for (const auto& [name, value] : finding.locations)
    text +=
        fmt::format("{}{} ({})", text.empty() ? "" : ", ", name, value_text(value, finding.unit));
  if (finding.location_count > finding.locations.size())
    text += fmt::format(" and {} more", finding.location_count - finding.locations.size());
  return text;
}

// Returns, for example, " ± 2.1 ms", and the part that the clocks prove unless it is nearly
// everything.
std::string uncertainty_text(double value, double uncertainty, double unproved) {
  constexpr double kNearlyAll = 0.9;
  if (uncertainty <= 0) return {};
  std::string proved;
  if (unproved >= kNearlyAll * value)
    proved = ", not proved by clocks";
  else if (unproved > (1 - kNearlyAll) * value)
    proved = fmt::format(" (clocks prove {})", seconds_text(value - unproved));
  return fmt::format(" ± {}{}", seconds_text(uncertainty), proved);
}

std::string causers_of(const Finding& finding) {
  std::string text;
  for (const Finding::Causer& causer : finding.causers)
    text += fmt::format("{}{} in {} ({})", text.empty() ? "" : ", ", causer.location,
                        causer.call_path, value_text(causer.value, finding.unit));
  if (finding.causer_count > finding.causers.size())
    text += fmt::format(" and {} more", finding.causer_count - finding.causers.size());
  return text;
}

std::string finding_text(const Finding& finding, std::size_t number, bool colour) {
  const char* bold = colour ? "\033[1m" : "";
  const char* plain = colour ? "\033[0m" : "";
  const auto value = [&finding](double of) { return value_text(of, finding.unit); };
  const std::string share = finding.unit == Unit::Seconds
                                ? fmt::format(", {:.1f} % of all time", 100 * finding.share)
                                : std::string();
  std::string text = fmt::format(
      "{:2}. {}{}: {}{}{}\n", number, bold, title(finding.name, finding.metric),
      value(finding.value) + uncertainty_text(finding.value, finding.uncertainty, finding.unproved),
      share, plain);
  for (std::size_t i = 0; i < finding.call_paths.size(); ++i)
    text +=
        fmt::format("    {}  {} ({})\n", i == 0 ? "where" : "     ",
                    printable(finding.call_paths[i].first), value(finding.call_paths[i].second));
  text += paragraph("    who    ", list_of(finding));
  if (!finding.causers.empty()) text += paragraph("    cause  ", causers_of(finding));
  for (const Finding::Refinement& part : finding.refinements)
    text += fmt::format("    incl.  {}: {}{} ({:.0f} %)\n", title(part.name, part.metric),
                        value(part.value),
                        uncertainty_text(part.value, part.uncertainty, part.unproved),
                        100 * part.value / finding.value);
  if (!finding.summary.empty()) text += paragraph("    what   ", finding.summary);
  if (!finding.caveat.empty()) text += paragraph("    but    ", finding.caveat);
  if (!finding.advice.empty()) text += paragraph("    try    ", finding.advice);
  return text + "\n";
}

std::string findings_text(const Verdict& verdict, bool colour) {
  std::string text;
  std::size_t number = 0;
  for (const Finding& finding : verdict.findings) text += finding_text(finding, ++number, colour);
  if (verdict.findings.empty()) text += "No waiting of more than 0.1 % of all time was found.\n\n";
  if (!verdict.beside.empty()) text += "Also found, and not added to the waiting above:\n\n";
  for (const Finding& finding : verdict.beside) text += finding_text(finding, ++number, colour);
  const auto own = std::ranges::find_if(verdict.findings, &Finding::own);
  if (own != verdict.findings.end())
    text += fmt::format("To learn more about one: lull patterns {}\n\n", printable(own->metric));
  return text;
}

std::string iterations_text(const IterationFinding& finding) {
  const std::string what =
      finding.together == 1 ? "iteration" : fmt::format("group of {} iterations", finding.together);
  return paragraph(
             "", fmt::format("Of {} {}, {} {} waits most: {} (median {}), {} of that for {}, most "
                             "on {} ({}).",
                             counted(finding.iterations, what,
                                     finding.together == 1 ? "iterations" : "groups of iterations"),
                             finding.loop, what, finding.worst + 1, seconds_text(finding.waiting),
                             seconds_text(finding.median), seconds_text(finding.seconds),
                             title(finding.name, finding.metric), finding.location,
                             seconds_text(finding.location_seconds))) +
         "\n";
}

// Describes what is not counted.
std::string focus_text(const Verdict& verdict) {
  const Verdict::Part& focus = verdict.focus;
  if (focus.is_short)
    return paragraph("",
                     "Almost no time passes between the library's start-up and its end: the "
                     "findings cover the whole run.") +
           "\n";
  const bool is_all = focus.from <= 0 && focus.to >= verdict.wall_seconds;
  if (focus.rule == "run" || is_all) return {};
  const std::string worlds =
      focus.worlds > 1 ? fmt::format(" of {}", counted(focus.worlds, "world")) : std::string();
  const std::string borders =
      focus.rule == "MPI" ? "from MPI_Init to MPI_Finalize" : "from shmem_init to shmem_finalize";
  return paragraph(
      "", fmt::format("Start-up takes {} and shutdown {} of {}; the findings cover the part {}{}.",
                      seconds_text(focus.from), seconds_text(verdict.wall_seconds - focus.to),
                      seconds_text(verdict.wall_seconds), borders, worlds));
}

nlohmann::json iteration_json(const std::optional<IterationFinding>& finding) {
  if (!finding) return nullptr;
  return {{"loop", finding->loop},
          {"iterations", finding->iterations},
          {"together", finding->together},
          {"worst", finding->worst},
          {"waiting_seconds", finding->waiting},
          {"median_seconds", finding->median},
          {"metric", finding->metric},
          {"name", finding->name},
          {"seconds", finding->seconds},
          {"location", finding->location},
          {"location_seconds", finding->location_seconds}};
}

nlohmann::json parts_json(const std::vector<Finding::Part>& parts, const char* value) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [name, part] : parts) list.push_back({{"name", name}, {value, part}});
  return list;
}

// `value` is the JSON key of the values.
nlohmann::json finding_json(const Finding& finding, const char* value) {
  nlohmann::json refinements = nlohmann::json::array();
  for (const Finding::Refinement& part : finding.refinements)
    refinements.push_back({{"metric", part.metric}, {"name", part.name}, {value, part.value}});
  nlohmann::json causers = nlohmann::json::array();
  for (const Finding::Causer& causer : finding.causers)
    causers.push_back(
        {{"location", causer.location}, {"call_path", causer.call_path}, {value, causer.value}});
  return {{"metric", finding.metric},
          {"name", finding.name},
          {value, finding.value},
          {"uncertainty_seconds", finding.uncertainty},
          {"unproved_seconds", finding.unproved},
          {"late_recording_seconds", finding.late_recording},
          {"caveat", finding.caveat},
          {"share", finding.share},
          {"call_paths", parts_json(finding.call_paths, value)},
          {"locations", parts_json(finding.locations, value)},
          {"location_count", finding.location_count},
          {"caused_seconds", finding.caused},
          {"causers", std::move(causers)},
          {"causer_count", finding.causer_count},
          {"refinements", refinements},
          {"summary", finding.summary},
          {"advice", finding.advice}};
}

}  // namespace

std::string to_text(const Verdict& verdict, bool colour) {
  const bool is_run = verdict.focus.rule == "run";
  std::string text = focus_text(verdict);
  text += fmt::format(
      "{} on {}, {} in total; {} of that ({:.1f} %) is waiting.\n\n",
      seconds_text(is_run ? verdict.wall_seconds : verdict.focus.seconds()),
      counted(verdict.locations, "location"), seconds_text(verdict.total_seconds),
      seconds_text(verdict.waiting_seconds),
      verdict.total_seconds > 0 ? 100 * verdict.waiting_seconds / verdict.total_seconds : 0.0);
  if (!verdict.clocks_forbid.empty()) {
    text = paragraph("", verdict.clocks_forbid) + "\n";
  } else {
    text += findings_text(verdict, colour);
    if (verdict.worst_iteration) text += iterations_text(*verdict.worst_iteration);
  }
  if (!verdict.remarks.empty()) {
    text += "Remarks:\n";
    for (const std::string& remark : verdict.remarks)
      text += paragraph("  - ", message_text(remark));
    text += "\n";
  }
  return text;
}

nlohmann::json to_json(const Verdict& verdict) {
  nlohmann::json findings = nlohmann::json::array();
  nlohmann::json beside = nlohmann::json::array();
  if (verdict.clocks_forbid.empty()) {
    for (const Finding& finding : verdict.findings)
      findings.push_back(finding_json(finding, "seconds"));
    for (const Finding& finding : verdict.beside) {
      beside.push_back(finding_json(finding, "value"));
      beside.back()["unit"] = name_of(finding.unit);
    }
  }
  return {{"wall_seconds", verdict.wall_seconds},
          {"focus",
           {{"rule", verdict.focus.rule},
            {"is_short", verdict.focus.is_short},
            {"worlds", verdict.focus.worlds},
            {"from", verdict.focus.from},
            {"to", verdict.focus.to},
            {"seconds", verdict.focus.seconds()}}},
          {"total_seconds", verdict.total_seconds},
          {"waiting_seconds", verdict.waiting_seconds},
          {"idle_seconds", verdict.idle_seconds},
          {"locations", verdict.locations},
          {"events", verdict.events},
          {"messages", verdict.messages},
          {"collectives", verdict.collectives},
          {"clocks_allow_verdict", verdict.clocks_forbid.empty()},
          {"clocks", verdict.clocks_forbid},
          {"findings", findings},
          {"beside", beside},
          {"worst_iteration", iteration_json(verdict.worst_iteration)},
          {"remarks", verdict.remarks}};
}

}  // namespace lull::analysis
