// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "lull/analysis/results/verdict.hpp"
#include "lull/base/counted.hpp"
#include "lull/base/message.hpp"
#include "lull/base/printable.hpp"

namespace lull::analysis {
namespace {

constexpr std::size_t kWidth = 88;

std::string seconds_text(double seconds) {
  if (seconds >= 1) return fmt::format("{:.3f} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.3f} ms", seconds * 1e3);
  return fmt::format("{:.3f} us", seconds * 1e6);
}

// Text in lines of kWidth columns; the first begins with `lead`, the others with as many blanks.
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

std::string list_of(const std::vector<Finding::Part>& parts, std::size_t all) {
  std::string text;
  for (const auto& [name, seconds] : parts)
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", name, seconds_text(seconds));
  if (all > parts.size()) text += fmt::format(" and {} more", all - parts.size());
  return text;
}

std::string finding_text(const Finding& finding, std::size_t number, bool colour) {
  const char* bold = colour ? "\033[1m" : "";
  const char* plain = colour ? "\033[0m" : "";
  std::string text =
      fmt::format("{:2}. {}{}: {}, {:.1f} % of all time{}\n", number, bold, printable(finding.name),
                  seconds_text(finding.seconds), 100 * finding.share, plain);
  for (std::size_t i = 0; i < finding.call_paths.size(); ++i)
    text += fmt::format("    {}  {} ({})\n", i == 0 ? "where" : "     ",
                        printable(finding.call_paths[i].first),
                        seconds_text(finding.call_paths[i].second));
  text += paragraph("    who    ", list_of(finding.locations, finding.location_count));
  for (const auto& [name, seconds] : finding.refinements)
    text += fmt::format("    of it  {}: {} ({:.0f} %)\n", printable(name), seconds_text(seconds),
                        100 * seconds / finding.seconds);
  text += paragraph("    what   ", finding.summary);
  if (!finding.advice.empty()) text += paragraph("    try    ", finding.advice);
  return text + "\n";
}

nlohmann::json parts_json(const std::vector<Finding::Part>& parts) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [name, seconds] : parts) list.push_back({{"name", name}, {"seconds", seconds}});
  return list;
}

}  // namespace

std::string to_text(const Verdict& verdict, bool colour) {
  std::string text = fmt::format(
      "{} on {}, {} in all; {} of it ({:.1f} %) is waiting.\n\n",
      seconds_text(verdict.wall_seconds), counted(verdict.locations, "location"),
      seconds_text(verdict.total_seconds), seconds_text(verdict.waiting_seconds),
      verdict.total_seconds > 0 ? 100 * verdict.waiting_seconds / verdict.total_seconds : 0.0);
  if (!verdict.clocks_forbid.empty()) {
    text = paragraph("", verdict.clocks_forbid) + "\n";
  } else {
    for (std::size_t i = 0; i < verdict.findings.size(); ++i)
      text += finding_text(verdict.findings[i], i + 1, colour);
    if (verdict.findings.empty())
      text += "No waiting of more than 0.1 % of all time was found.\n\n";
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
  for (const Finding& finding : verdict.findings)
    findings.push_back({{"metric", finding.metric},
                        {"name", finding.name},
                        {"seconds", finding.seconds},
                        {"share", finding.share},
                        {"call_paths", parts_json(finding.call_paths)},
                        {"locations", parts_json(finding.locations)},
                        {"location_count", finding.location_count},
                        {"refinements", parts_json(finding.refinements)},
                        {"summary", finding.summary},
                        {"advice", finding.advice}});
  return {{"wall_seconds", verdict.wall_seconds},
          {"total_seconds", verdict.total_seconds},
          {"waiting_seconds", verdict.waiting_seconds},
          {"locations", verdict.locations},
          {"events", verdict.events},
          {"messages", verdict.messages},
          {"collectives", verdict.collectives},
          {"clocks_allow_verdict", verdict.clocks_forbid.empty()},
          {"clocks", verdict.clocks_forbid},
          {"findings", verdict.clocks_forbid.empty() ? findings : nlohmann::json::array()},
          {"remarks", verdict.remarks}};
}

}  // namespace lull::analysis
