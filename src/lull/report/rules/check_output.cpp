// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/rules/check_output.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>

#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/report/cubex/xml_text.hpp"
#include "lull/report/model/value_text.hpp"

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;
using State = CheckOutcome::State;

constexpr std::size_t kNoEdge = 100000;  // used for text that does not go to a terminal

// Formats a value or a limit of an outcome; both have the same format.
std::string number_text(const CheckedReport& checked, std::size_t rule, double number) {
  const CheckOutcome& outcome = checked.result.outcomes[rule];
  const std::string sign = checked.rules[rule].change && number >= 0 ? "+" : "";
  if (!std::isfinite(number)) return fmt::format("{}{}", sign, number);
  if (outcome.unit == "%") return fmt::format("{}{:.4g} %", sign, number);
  Metric metric = checked.report.metrics[outcome.metric.index()];
  if (checked.rules[rule].aggregate == Aggregate::Imbalance)
    return fmt::format("{}{:.4g}", sign, number);
  if (std::floor(number) != number) metric.type = ValueType::Double;
  const double largest = std::isfinite(outcome.value)
                             ? std::max(std::abs(outcome.value), std::abs(outcome.limit))
                             : std::abs(outcome.limit);
  return sign + ValueFormat(metric, largest).with_unit(number);
}

// Returns a text such as "main/solve/MPI_Recv (0.1800 sec)".
std::string worst_text(const CheckedReport& checked, std::size_t rule) {
  const CheckOutcome& outcome = checked.result.outcomes[rule];
  if (outcome.worst_call_path.empty()) return {};
  const Metric& metric = checked.report.metrics[outcome.metric.index()];
  const std::string sign = checked.rules[rule].change && outcome.worst_value > 0 ? "+" : "";
  return fmt::format("{} ({}{})", outcome.worst_call_path, sign,
                     ValueFormat(metric, outcome.worst_value).with_unit(outcome.worst_value));
}

std::string title(const CheckRule& rule) {
  return rule.name == rule.condition ? rule.name : rule.name + ": " + rule.condition;
}

std::string outcomes_table(const CheckedReport& checked, State state, const TableStyle& style) {
  const auto& outcomes = checked.result.outcomes;
  const bool failed = state == State::Failed;
  const bool located = std::ranges::any_of(outcomes, [&](const CheckOutcome& outcome) {
    return outcome.state == state && !outcome.location.empty();
  });
  std::vector<TreeTable::Column> columns{{"value"}, {"limit"}};
  if (located) columns.push_back({"location", true});
  if (failed) columns.push_back({"rule", true});
  TreeTable table(columns, failed ? "Worst call path" : "rule");
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i].state != state) continue;
    TreeRow row;
    row.cells = {number_text(checked, i, outcomes[i].value),
                 number_text(checked, i, outcomes[i].limit)};
    if (located) row.cells.push_back(outcomes[i].location);
    if (failed) row.cells.push_back(title(checked.rules[i]));
    row.label = failed ? worst_text(checked, i) : title(checked.rules[i]);
    row.share = failed ? 1 : 0.01;
    table.add(std::move(row));
  }
  return table.empty() ? std::string() : "\n" + table.text(style);
}

std::string skipped_lines(const CheckedReport& checked) {
  std::string lines;
  for (std::size_t i = 0; i < checked.rules.size(); ++i)
    if (checked.result.outcomes[i].state == State::Skipped)
      lines += fmt::format("{}skipped: {} ({})\n", lines.empty() ? "\n" : "",
                           printable(title(checked.rules[i])),
                           printable(checked.result.outcomes[i].reason));
  return lines;
}

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }
Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

std::string_view label(State state) {
  return state == State::Passed ? "passed" : state == State::Failed ? "failed" : "skipped";
}

Json describe(const CheckedReport& checked, std::size_t i) {
  const CheckRule& rule = checked.rules[i];
  const CheckOutcome& outcome = checked.result.outcomes[i];
  Json json{{"name", rule.name},
            {"rule", rule.condition},
            {"file", text_or_null(rule.source.file)},
            {"line", rule.source.file.empty() ? Json() : Json(rule.source.line)},
            {"state", label(outcome.state)},
            {"reason", text_or_null(outcome.reason)}};
  if (outcome.state == State::Skipped) return json;
  json["metric"] = checked.report.metrics[outcome.metric.index()].unique_name;
  json["call_path"] = text_or_null(rule.call_path);
  json["aggregate"] = name_of(rule.aggregate);
  json["relation"] = name_of(rule.relation);
  json["value"] = number(outcome.value);
  json["limit"] = number(outcome.limit);
  json["unit"] = outcome.unit;
  json["change"] = rule.change;
  json["now"] = number(outcome.now);
  json["before"] = outcome.before ? number(*outcome.before) : Json();
  json["worst_call_path"] = text_or_null(outcome.worst_call_path);
  json["worst_value"] = outcome.worst_call_path.empty() ? Json() : number(outcome.worst_value);
  json["location"] = text_or_null(outcome.location);
  return json;
}

// Returns an attribute of the form ` name="value"`.
std::string attribute(std::string_view name, std::string_view value) {
  return fmt::format(" {}=\"{}\"", name, xml_attribute_text(value));
}

std::string test_case(const CheckedReport& checked, std::size_t i) {
  const CheckRule& rule = checked.rules[i];
  const CheckOutcome& outcome = checked.result.outcomes[i];
  std::string xml = "    <testcase" + attribute("name", rule.name) +
                    attribute("classname", "lull.check") +
                    attribute("time", fmt::format("{:.6f}", outcome.seconds));
  if (outcome.state == State::Passed) return xml + "/>\n";
  if (outcome.state == State::Skipped)
    return xml + ">\n      <skipped" + attribute("message", outcome.reason) +
           "/>\n    </testcase>\n";
  const std::string value = number_text(checked, i, outcome.value);
  const std::string message = fmt::format("{} fails: the value is {}", rule.condition, value);
  std::string details = fmt::format("rule: {}\nvalue: {}\nlimit: {}\n", rule.condition, value,
                                    number_text(checked, i, outcome.limit));
  if (!outcome.location.empty()) details += fmt::format("location: {}\n", outcome.location);
  if (const std::string worst = worst_text(checked, i); !worst.empty())
    details += fmt::format("worst call path: {}\n", worst);
  return xml + ">\n      <failure" + attribute("message", message) +
         attribute("type", "lull.check.RuleFailed") + ">" + xml_element_text(details) +
         "</failure>\n    </testcase>\n";
}

}  // namespace

std::string check_text(const CheckedReport& checked, const TableStyle& style) {
  const std::size_t failed = checked.result.count(State::Failed);
  const std::size_t passed = checked.result.count(State::Passed);
  const std::size_t skipped = checked.result.count(State::Skipped);
  std::string text = printable(checked.name) + ": ";
  if (failed > 0)
    text += fmt::format("{} of {} failed", failed, counted(checked.rules.size(), "rule"));
  else
    text += counted(passed, "rule") + " passed";
  if (skipped > 0) text += fmt::format(", {} skipped", skipped);
  text += "\n";
  if (std::ranges::any_of(checked.result.outcomes, &CheckOutcome::is_share))
    text += fmt::format("Shares are of the time {}.\n", borders_in_words(checked.focus));
  return text + outcomes_table(checked, failed > 0 ? State::Failed : State::Passed, style) +
         skipped_lines(checked);
}

std::string check_json(const CheckedReport& checked) {
  Json rules = Json::array();
  for (std::size_t i = 0; i < checked.rules.size(); ++i) rules.push_back(describe(checked, i));
  const Json all{
      {"format", "lull-check"},      {"version", 1},
      {"report", checked.name},      {"baseline", text_or_null(checked.baseline)},
      {"focus", checked.focus.rule}, {"passed", checked.result.count(State::Failed) == 0},
      {"rules", std::move(rules)}};
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// Follows the strictest schema in use, the one for Ant's results.
std::string check_junit(const CheckedReport& checked) {
  double seconds = 0;
  for (const CheckOutcome& outcome : checked.result.outcomes) seconds += outcome.seconds;
  const auto count = [](std::size_t number) { return std::to_string(number); };
  std::string xml =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite" +
      attribute("name", checked.name) + attribute("package", "lull") + attribute("id", "0") +
      attribute("tests", count(checked.rules.size())) +
      attribute("failures", count(checked.result.count(State::Failed))) + attribute("errors", "0") +
      attribute("skipped", count(checked.result.count(State::Skipped))) +
      attribute("time", fmt::format("{:.6f}", seconds)) +
      attribute("timestamp", fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::gmtime(std::time(nullptr)))) +
      attribute("hostname", "localhost") + ">\n    <properties>\n";
  const auto property = [&](const char* name, const std::string& value) {
    if (!value.empty())
      xml += "      <property" + attribute("name", name) + attribute("value", value) + "/>\n";
  };
  property("report", checked.name);
  property("baseline", checked.baseline);
  xml += "    </properties>\n";
  for (std::size_t i = 0; i < checked.rules.size(); ++i) xml += test_case(checked, i);
  return xml + "    <system-out>" + xml_element_text(check_text(checked, {.width = kNoEdge})) +
         "</system-out>\n    <system-err></system-err>\n  </testsuite>\n</testsuites>\n";
}

}  // namespace lull::report
