// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/argument_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "lull/asl/evaluate/shown.hpp"
#include "lull/asl/model/model.hpp"
#include "lull/base/error.hpp"

namespace lull::asl {
namespace {

constexpr std::size_t kMostLists = 1'000'000;
using Kind = StaticType::Kind;

template <class Number>
Number number_from(const std::string& name, const std::string& text, const char* what) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size())
    throw usage_error("--set {}={}: not a valid {}", name, text, what);
  return number;
}

class Lists {
 public:
  Lists(const Program& program, Archive& archive, std::string of, const ArgumentSource& source)
      : program_(program), archive_(archive), of_(std::move(of)), source_(source) {}

  std::vector<Value> values_of(const code::Parameter& parameter) {
    const auto given = source_.values.find(parameter.name);
    if (given != source_.values.end()) return {value_from(parameter, given->second)};
    if (parameter.type.set) throw nothing_for(parameter);
    switch (parameter.type.kind) {
      case Kind::Boolean:
        return {truth_value(false), truth_value(true)};
      case Kind::Enum:
        return enumerators_of(parameter.type.enum_id());
      case Kind::Object:
        return objects_of(parameter);
      default:
        throw nothing_for(parameter);
    }
  }

 private:
  [[nodiscard]] Error nothing_for(const code::Parameter& parameter) const {
    return usage_error("{} needs a value for {}: --set {}=VALUE", of_, parameter.name,
                       parameter.name);
  }
  [[nodiscard]] std::vector<Value> enumerators_of(EnumId id) const {
    std::vector<Value> values;
    const auto& names = program_.enums[id.index()].enumerators;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (!names[i].empty()) values.push_back(integer_value(static_cast<std::int64_t>(i)));
    return values;
  }
  [[nodiscard]] std::vector<Value> objects_of(const code::Parameter& parameter) {
    const ClassId id = parameter.type.class_id();
    std::vector<Value> values;
    if (id == model().experiment)
      values.push_back(integer_value(static_cast<std::int64_t>(experiments_++)));
    if (id == model().process)
      for (std::size_t i = 0; i < archive_.processes().size(); ++i)
        values.push_back(integer_value(static_cast<std::int64_t>(i)));
    if (id == model().communicator)
      for (std::size_t i = 0; i < archive_.definitions().communicators.size(); ++i)
        values.push_back(integer_value(static_cast<std::int64_t>(i)));
    if (id == model().region && parameter.name == "rank_basis") {
      values.push_back(integer_value(source_.rank_basis.empty()
                                         ? Archive::kProgram
                                         : archive_.region_named(source_.rank_basis)));
    } else if (id == model().region) {
      for (const std::int64_t region : archive_.region_numbers())
        values.push_back(integer_value(region));
    }
    if (values.empty() && id != model().communicator && id != model().process &&
        id != model().region)
      throw nothing_for(parameter);
    return values;
  }
  [[nodiscard]] Value value_from(const code::Parameter& parameter, const std::string& text) {
    switch (parameter.type.kind) {
      case Kind::Integer:
        return integer_value(number_from<std::int64_t>(parameter.name, text, "int"));
      case Kind::Float: {
        const auto real = number_from<double>(parameter.name, text, "number");
        if (!std::isfinite(real))
          throw usage_error("--set {}={}: not a number", parameter.name, text);
        return real_value(real);
      }
      case Kind::String:
        return text_value(archive_.intern(text));
      case Kind::Boolean:
        if (text == "true" || text == "TRUE") return truth_value(true);
        if (text == "false" || text == "FALSE") return truth_value(false);
        throw usage_error("--set {}={}: expected true or false", parameter.name, text);
      case Kind::Enum:
        return enumerator_from(parameter, text);
      default:
        if (parameter.type == object_of(model().region))
          return integer_value(text == "PROGRAM" ? Archive::kProgram : archive_.region_named(text));
        return object_from(parameter, text);
    }
  }
  // Finds an object by number, or by its printed name.
  [[nodiscard]] Value object_from(const code::Parameter& parameter, const std::string& text) {
    std::optional<Value> found;
    if (parameter.type == object_of(model().process) ||
        parameter.type == object_of(model().communicator)) {
      for (const Value one : objects_of(parameter)) {
        if (fmt::format("{}", one.integer) == text) return one;
        if (shown(program_, archive_, parameter.type, one).text != text) continue;
        if (found)
          throw usage_error("--set {}={}: the name is ambiguous; use a number instead",
                            parameter.name, text);
        found = one;
      }
    }
    if (found) return *found;
    throw usage_error("--set {}={}: there is no such {}", parameter.name, text,
                      type_text(program_, parameter.type));
  }
  [[nodiscard]] Value enumerator_from(const code::Parameter& parameter,
                                      const std::string& text) const {
    const code::Enum& own = program_.enums[parameter.type.index];
    for (std::size_t i = 0; i < own.enumerators.size(); ++i)
      if (own.enumerators[i] == text || own.name + "." + own.enumerators[i] == text)
        return integer_value(static_cast<std::int64_t>(i));
    throw usage_error("--set {}={}: {} has no such value", parameter.name, text, own.name);
  }

  const Program& program_;
  Archive& archive_;
  std::string of_;
  const ArgumentSource& source_;
  std::size_t experiments_ = 0;  // number of experiment parameters so far
};

// Experiment parameters are assigned to the archives in order.
void refuse_missing_experiments(const std::string& of,
                                const std::vector<code::Parameter>& parameters,
                                std::size_t experiments) {
  const auto wanted = static_cast<std::size_t>(
      std::ranges::count(parameters, object_of(model().experiment), &code::Parameter::type));
  if (wanted <= experiments || wanted == 1) return;
  if (wanted > 2)
    throw usage_error("{} has {} parameters of class Experiment; at most 2 are possible", of,
                      wanted);
  throw usage_error("{} compares two experiments; add a second archive after the first", of);
}

}  // namespace

std::vector<std::vector<Value>> argument_lists(const Program& program, Archive& archive,
                                               const std::string& of,
                                               const std::vector<code::Parameter>& parameters,
                                               const ArgumentSource& source) {
  refuse_missing_experiments(of, parameters, source.experiments);
  Lists lists(program, archive, of, source);
  std::vector<std::vector<Value>> result{{}};
  for (const code::Parameter& parameter : parameters) {
    const std::vector<Value> values = lists.values_of(parameter);
    if (result.size() * values.size() > kMostLists)
      throw usage_error(
          "{} has more than {} combinations of arguments; choose some with --set NAME=VALUE", of,
          kMostLists);
    std::vector<std::vector<Value>> longer;
    for (const auto& list : result)
      for (const Value value : values) {
        longer.push_back(list);
        longer.back().push_back(value);
      }
    result = std::move(longer);
  }
  return result;
}

}  // namespace lull::asl
