// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/run/communication_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "lull/base/error.hpp"
#include "lull/report/model/damaged_member.hpp"

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;
using Matrix = CommunicationMatrix;

// The limit below which sums over pairs stay finite.
constexpr double kMostSeconds = 1e140;

// One list per field is shorter than an object per pair.
template <class Pair, class Value>
Json column(const std::vector<Pair>& pairs, Value Pair::*field) {
  Json values = Json::array();
  for (const Pair& pair : pairs) values.push_back(pair.*field);
  return values;
}

template <class Pair>
Json columns_of(const std::vector<Pair>& pairs) {
  Json json = {{"from", column(pairs, &Pair::from)},
               {"to", column(pairs, &Pair::to)},
               {"count", column(pairs, &Pair::count)}};
  if constexpr (std::is_same_v<Pair, Matrix::Messages>) json["bytes"] = column(pairs, &Pair::bytes);
  json["seconds"] = column(pairs, &Pair::seconds);
  return json;
}

template <class Pair, class Value>
void read_column(const Json& json, const char* key, std::vector<Pair>& pairs, Value Pair::*field) {
  const auto values = json.find(key);
  if (values == json.end() || !values->is_array())
    throw MemberMistake(std::string("it has pairs without a list ") + key);
  if (pairs.empty()) pairs.resize(values->size());
  if (values->size() != pairs.size()) throw MemberMistake("it has lists of different lengths");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Json& value = (*values)[i];
    if (!(std::is_integral_v<Value> ? value.is_number_unsigned() : value.is_number()))
      throw MemberMistake(std::string("it has a value of ") + key + " that is not a valid number");
    pairs[i].*field = value.get<Value>();
  }
}

template <class Pair>
std::vector<Pair> read_pairs(const Json& json, std::uint64_t groups) {
  std::vector<Pair> pairs;
  if (!json.is_object()) throw MemberMistake("its pairs are not an object");
  read_column(json, "from", pairs, &Pair::from);
  read_column(json, "to", pairs, &Pair::to);
  read_column(json, "count", pairs, &Pair::count);
  if constexpr (std::is_same_v<Pair, Matrix::Messages>)
    read_column(json, "bytes", pairs, &Pair::bytes);
  read_column(json, "seconds", pairs, &Pair::seconds);
  const auto place = [](const Pair& pair) { return std::pair(pair.from, pair.to); };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Pair& pair = pairs[i];
    if (pair.from >= groups || pair.to >= groups)
      throw MemberMistake("it has a pair of unknown processes");
    if (!(pair.seconds >= 0) || pair.seconds > kMostSeconds || pair.count > kMostOfPair)
      throw MemberMistake("it has an invalid time or count");
    if constexpr (std::is_same_v<Pair, Matrix::Messages>)
      if (pair.bytes > kMostOfPair) throw MemberMistake("it has an invalid number of bytes");
    if (i > 0 && place(pairs[i - 1]) >= place(pair))
      throw MemberMistake("its pairs are not in order");
  }
  return pairs;
}

Matrix read_matrix(const Report& report, const Json& json) {
  Matrix matrix;
  if (!json.is_object()) throw MemberMistake("it is not an object");
  if (json.value("version", Json()) != 1U) throw MemberMistake("it has an unsupported version");
  const Json together = json.value("processes_of_group", Json());
  if (!together.is_number_unsigned() || together == 0U)
    throw MemberMistake("its processes_of_group is not a positive number");
  matrix.processes_of_group = together.get<std::uint64_t>();
  const std::uint64_t groups = groups_of(matrix, report);
  matrix.messages = read_pairs<Matrix::Messages>(json.at("messages"), groups);
  matrix.transfers = read_pairs<Matrix::Messages>(json.at("transfers"), groups);
  for (const Json& entry : json.at("waiting")) {
    const auto metric = report.find_metric(entry.at("metric").get<std::string>());
    if (!metric) continue;
    if (std::ranges::find(matrix.waiting, *metric, &Matrix::Waiting::metric) !=
        matrix.waiting.end())
      throw MemberMistake("it has a metric twice");
    matrix.waiting.push_back({*metric, read_pairs<Matrix::Waits>(entry, groups)});
  }
  return matrix;
}

}  // namespace

std::size_t groups_of(const CommunicationMatrix& matrix, const Report& report) {
  if (matrix.empty() || report.processes.empty()) return 0;
  return (report.processes.size() - 1) / matrix.processes_of_group + 1;
}

std::string group_name(const CommunicationMatrix& matrix, const Report& report, std::size_t group) {
  const std::size_t first = group * matrix.processes_of_group;
  const std::size_t last =
      std::min<std::size_t>(first + matrix.processes_of_group, report.processes.size()) - 1;
  const std::string& name = report.processes[first].name;
  return last == first ? name : name + " … " + report.processes[last].name;
}

std::string matrix_as_json(const CommunicationMatrix& matrix, const Report& report) {
  Json waiting = Json::array();
  for (const CommunicationMatrix::Waiting& of : matrix.waiting) {
    Json entry = {{"metric", report.metrics[of.metric.index()].unique_name}};
    entry.update(columns_of(of.pairs));
    waiting.push_back(std::move(entry));
  }
  const Json json = {{"version", 1},
                     {"processes_of_group", matrix.processes_of_group},
                     {"messages", columns_of(matrix.messages)},
                     {"transfers", columns_of(matrix.transfers)},
                     {"waiting", std::move(waiting)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

CommunicationMatrix matrix_of(const Report& report) {
  const auto member = report.members.find(kMatrixMember);
  if (member == report.members.end()) return {};
  try {
    return read_matrix(report, Json::parse(member->second));
  } catch (const std::exception& error) {
    throw damaged_member(kMatrixMember, error);
  }
}

}  // namespace lull::report
