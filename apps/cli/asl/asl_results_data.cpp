// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>

#include "cli/asl/asl_results.hpp"
#include "lull/report/show/csv.hpp"

namespace lull::cli {
namespace {

using Json = nlohmann::ordered_json;
using report::csv_field;

Json json_of(const asl::Shown& value) {
  if (value.real) return *value.real;
  if (value.integer) return *value.integer;
  if (value.truth) return *value.truth;
  return value.text;
}
Json json_of(const asl::NamedValues& values) {
  Json result = Json::object();
  for (const auto& [name, value] : values) result[name] = json_of(value);
  return result;
}
Json json_of(const asl::PropertyLine& line) {
  return {{"property", line.property},     {"arguments", json_of(line.arguments)},
          {"severity", line.severity},     {"confidence", line.confidence},
          {"conditions", line.conditions}, {"problem", line.problem}};
}
Json json_of(const asl::PatternLine& line) {
  return {{"pattern", line.pattern},
          {"arguments", json_of(line.arguments)},
          {"matches", line.matches},
          {"sums", json_of(line.sums)},
          {"unmatched", line.unmatched}};
}
Json json_of(const asl::MatchLine& line) {
  return {{"pattern", line.pattern},
          {"arguments", json_of(line.arguments)},
          {"root",
           {{"index", line.index},
            {"time", line.time},
            {"location", line.location},
            {"kind", line.kind}}},
          {"exports", json_of(line.exports)}};
}
Json json_of(const asl::Position& at, const std::string& message, const std::string& hint) {
  return {{"file", at.defined() ? Json(at.source->name()) : Json(nullptr)},
          {"line", at.defined() ? at.source->line(at.offset) : 0},
          {"column", at.defined() ? at.source->column(at.offset) : 0},
          {"message", message},
          {"hint", hint}};
}
Json json_of(const asl::Diagnostic& mistake) {
  Json result = json_of(mistake.at, mistake.message, mistake.hint);
  result["event"] = nullptr;
  return result;
}
Json json_of(const asl::ErrorLine& line) {
  Json result = json_of(line.error.at, line.error.message, line.error.hint);
  result["event"] = line.event ? Json(*line.event) : Json(nullptr);
  return result;
}
template <class Lines>
Json list_of(const Lines& lines) {
  Json result = Json::array();
  for (const auto& line : lines) result.push_back(json_of(line));
  return result;
}

std::string exact_text(const asl::Shown& value) {
  return value.real ? fmt::format("{}", *value.real) : value.text;
}

// Returns one CSV field, such as "r=MPI_Recv; level=3".
std::string arguments_field(const asl::NamedValues& arguments) {
  std::string text;
  for (const auto& [name, value] : arguments)
    text += fmt::format("{}{}={}", text.empty() ? "" : "; ", name, exact_text(value));
  return csv_field(text);
}

void write_properties(const asl::RunResults& found, std::ostream& out) {
  out << "property,arguments,severity,confidence,conditions,problem\r\n";
  for (const asl::PropertyLine& line : found.properties)
    out << fmt::format("{},{},{},{},{},{}\r\n", line.property, arguments_field(line.arguments),
                       line.severity, line.confidence, fmt::join(line.conditions, " "),
                       line.problem);
}

constexpr std::string_view kMatchColumns[] = {"pattern", "arguments", "index",
                                              "time",    "location",  "kind"};

// Returns the column name of an exported attribute. If another column already has that name, it is
// prefixed as in the JSON: "exports.time".
std::string export_column(const std::string& name) {
  const bool taken = std::ranges::find(kMatchColumns, name) != std::end(kMatchColumns);
  return csv_field(taken ? "exports." + name : name);
}

// Writes all matches of one pattern.
void write_matches(const AslResults& results, std::ostream& out) {
  out << fmt::format("{}", fmt::join(kMatchColumns, ","));
  for (std::size_t i = results.program.patterns.size(); i-- > 0;) {
    const asl::code::Pattern& pattern = results.program.patterns[i];
    if (pattern.name != results.matches) continue;
    for (const asl::code::Step& step : pattern.exports) out << "," << export_column(step.name);
    break;
  }
  out << "\r\n";
  for (const asl::MatchLine& line : results.found.matches) {
    out << fmt::format("{},{},{},{},{},{}", line.pattern, arguments_field(line.arguments),
                       line.index, line.time, csv_field(line.location), line.kind);
    for (const auto& [name, value] : line.exports) out << "," << csv_field(exact_text(value));
    out << "\r\n";
  }
}

}  // namespace

void write_asl_json(const AslResults& results, std::ostream& out) {
  const asl::RunResults& found = results.found;
  Json document = {{"archive", results.archive}};
  if (!results.second.empty()) document["second_archive"] = results.second;
  document["specification"] = results.specification;
  document["rank_basis"] = {{"region", found.rank_basis}, {"duration", found.rank_basis_duration}};
  document["threshold"] = found.threshold;
  document["properties"] = list_of(found.properties);
  document["bottleneck"] = found.properties.empty() ? Json(nullptr) : Json(0);
  document["patterns"] = list_of(found.patterns);
  if (!results.matches.empty()) document["matches"] = list_of(found.matches);
  document["errors"] = list_of(found.errors);
  out << document.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

void write_asl_json(const std::string& archive, const std::string& specification,
                    const asl::Diagnostics& mistakes, std::ostream& out) {
  Json document = {{"archive", archive}, {"specification", specification}};
  document["properties"] = Json::array();
  document["bottleneck"] = nullptr;
  document["patterns"] = Json::array();
  document["errors"] = list_of(mistakes.sorted());
  out << document.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

void write_asl_csv(const AslResults& results, std::ostream& out) {
  if (results.matches.empty())
    write_properties(results.found, out);
  else
    write_matches(results, out);
}

}  // namespace lull::cli
