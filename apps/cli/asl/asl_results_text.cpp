// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/asl/asl_results.hpp"
#include "lull/asl/syntax/diagnostics.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"

namespace lull::cli {
namespace {

using report::TableStyle;
using report::TreeTable;

report::TreeRow row(std::vector<std::string> cells, std::string label, double share = 0) {
  report::TreeRow result;
  result.cells = std::move(cells);
  result.label = std::move(label);
  result.share = share;
  return result;
}

// Rounds numbers to a readable number of digits.
std::string short_text(const asl::Shown& value) {
  return value.real ? fmt::format("{:.6g}", *value.real) : value.text;
}

// Returns, for example, "late_sender(r = MPI_Recv)".
std::string with_arguments(const std::string& name, const asl::NamedValues& arguments) {
  std::string text;
  for (const auto& [parameter, value] : arguments)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", parameter, short_text(value));
  return arguments.empty() ? name : fmt::format("{}({})", name, text);
}

std::string severity_text(double severity) {
  constexpr double kLeast = 0.00005;
  constexpr double kWide = 1000;
  if (severity > 0 && severity < kLeast) return "< 0.01 %";
  if (severity >= kWide) return fmt::format("{:.4g} %", severity * 100);
  return fmt::format("{:.2f} %", severity * 100);
}

std::string remark(const asl::PropertyLine& line, bool first) {
  std::string text;
  const auto add = [&text](std::string_view word) {
    text += (text.empty() ? "" : ", ") + std::string(word);
  };
  if (first) add("the bottleneck");
  if (line.problem) add("a problem");
  for (const std::string& label : line.conditions) add(label);
  return text;
}

std::string properties_text(const AslResults& results, const TableStyle& style) {
  const auto& lines = results.found.properties;
  if (lines.empty()) return "No property holds.\n";
  TreeTable table({{"severity"}, {"confidence"}}, "property");
  for (const asl::PropertyLine& line : lines) {
    const bool first = &line == &lines.front();
    const std::string about = remark(line, first);
    table.add(
        row({severity_text(line.severity), fmt::format("{:.4g}", line.confidence)},
            with_arguments(line.property, line.arguments) + (about.empty() ? "" : ": " + about),
            line.severity));
  }
  return table.text(style) +
         fmt::format("\nSeverities are shares of {}, {:.6g} s; above {:.4g} % is a problem.\n",
                     printable(results.found.rank_basis), results.found.rank_basis_duration,
                     results.found.threshold * 100);
}

std::string patterns_text(const AslResults& results, const TableStyle& style) {
  const auto& lines = results.found.patterns;
  const bool unmatched =
      std::ranges::any_of(lines, [](const asl::PatternLine& line) { return line.unmatched > 0; });
  std::vector<TreeTable::Column> columns{{"matches"}};
  if (unmatched) columns.push_back({"unmatched"});
  TreeTable table(columns, "pattern");
  for (const asl::PatternLine& line : lines) {
    std::vector<std::string> cells{grouped(line.matches)};
    if (unmatched) cells.push_back(grouped(line.unmatched));
    std::string label = with_arguments(line.pattern, line.arguments);
    for (const auto& [name, sum] : line.sums)
      label += fmt::format("{} {} {}", &name == &line.sums.front().first ? ":" : ",", name,
                           short_text(sum));
    table.add(row(std::move(cells), std::move(label)));
  }
  return table.text(style);
}

// Returns the matches of one instance, which have the same exports.
std::string matches_text(const asl::MatchLine* first, const asl::MatchLine* last,
                         const TableStyle& style) {
  std::vector<TreeTable::Column> columns{{"event"}, {"time, s"}};
  for (const auto& [name, value] : first->exports)
    columns.push_back({name, !value.real && !value.integer});
  TreeTable table(columns, printable(with_arguments(first->pattern, first->arguments)));
  for (const asl::MatchLine* line = first; line != last; ++line) {
    std::vector<std::string> cells{fmt::format("{}", line->index),
                                   fmt::format("{:.6f}", line->time)};
    for (const auto& [name, value] : line->exports) cells.push_back(short_text(value));
    table.add(row(std::move(cells), fmt::format("{}: {}", line->location, line->kind)));
  }
  return table.text(style);
}

std::vector<std::string> argument_texts(const asl::MatchLine& line) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : line.arguments) texts.push_back(value.text);
  return texts;
}

std::string all_matches_text(const AslResults& results, const TableStyle& style) {
  const auto& lines = results.found.matches;
  if (lines.empty())
    return fmt::format("\nThere are no matches of {}.\n", printable(results.matches));
  std::string text;
  for (std::size_t first = 0, last = 0; first < lines.size(); first = last) {
    while (last < lines.size() && argument_texts(lines[last]) == argument_texts(lines[first]))
      ++last;
    text += "\n" + matches_text(lines.data() + first, lines.data() + last, style);
  }
  return text;
}

// Explains why there are no results.
std::string nothing_text(const asl::Program& program) {
  std::string names;
  for (const asl::code::Pattern& one : program.patterns)
    if (!one.library) names += (names.empty() ? "" : ", ") + one.name;
  if (names.empty()) return "The specification has no properties and no patterns.\n";
  return fmt::format(
      "The specification has no properties, and only patterns with parameters, which --matches "
      "searches for: {}.\n",
      names);
}

}  // namespace

std::string asl_text(const AslResults& results, const TableStyle& style) {
  std::string text =
      fmt::format("{}{}: {}, searched by {}\n", printable(results.archive),
                  results.second.empty() ? "" : ", compared with " + printable(results.second),
                  counted(results.found.events, "event"), printable(results.specification));
  const auto& properties = results.program.properties;
  const bool rated = !results.found.properties.empty() ||
                     std::ranges::any_of(properties, [](const auto& one) { return !one.library; });
  if (rated) text += "\n" + properties_text(results, style);
  if (!results.found.patterns.empty()) text += "\n" + patterns_text(results, style);
  const bool nothing = !rated && results.found.patterns.empty() && results.found.errors.empty();
  if (nothing && results.matches.empty()) text += "\n" + nothing_text(results.program);
  if (!results.matches.empty()) text += all_matches_text(results, style);
  return text;
}

std::string asl_errors_text(const asl::RunResults& found) {
  std::string text;
  std::size_t printed = 0;
  for (const asl::ErrorLine& line : found.errors) {
    if (++printed > asl::Diagnostics::kMostPrinted) break;
    text += asl::diagnostic_text({line.error.at, line.error.message, line.error.hint, {}});
    if (!line.event_text.empty()) text += fmt::format("at {}\n", printable(line.event_text));
  }
  if (found.errors.size() > asl::Diagnostics::kMostPrinted)
    text +=
        "and " + counted(found.errors.size() - asl::Diagnostics::kMostPrinted, "more error") + "\n";
  return text;
}

}  // namespace lull::cli
