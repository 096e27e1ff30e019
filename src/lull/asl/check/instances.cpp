// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Binds the actuals of each template instance to the formals. A value becomes a separate constant.
#include <fmt/format.h>

#include "lull/asl/check/context/checking.hpp"
#include "lull/asl/check/context/conversion.hpp"
#include "lull/asl/check/context/signatures.hpp"
#include "lull/asl/syntax/expression_text.hpp"

namespace lull::asl {
namespace {

using Kind = Entity::Kind;

const Position& place_of(const Actual& actual) {
  const auto* const value = std::get_if<ExpressionPtr>(&actual);
  return value == nullptr ? std::get<OperatorActual>(actual).at : (*value)->at;
}

// Returns the name if the actual is a name, else null.
const Name* name_of_actual(const Actual& actual) {
  const auto* const value = std::get_if<ExpressionPtr>(&actual);
  const auto* const use = value == nullptr ? nullptr : std::get_if<NameUse>(&(*value)->node);
  return use == nullptr ? nullptr : &use->name;
}

class Binder {
 public:
  Binder(Checking& checking, const DeclaredInstance& instance, const Origin& inside, NameMap& names)
      : checking_(checking),
        tree_(*instance.tree),
        outside_{instance.library, nullptr, nullptr},
        inside_(inside),
        names_(names) {}

  void bind(const std::vector<Formal>& formals) {
    const auto& actuals = tree_.actuals;
    if (actuals.size() != formals.size()) {
      const bool missing = actuals.size() < formals.size();
      checking_.fail(outside_, missing ? tree_.close : place_of(actuals[formals.size()]),
                     fmt::format("{} has {} formals, not {}", tree_.origin.text, formals.size(),
                                 actuals.size()));
    }
    for (std::size_t i = 0; i < formals.size(); ++i) {
      const Actual* const actual = i < actuals.size() ? &actuals[i] : nullptr;
      Entity entity;
      if (actual != nullptr) entity = bound(formals[i], *actual);
      entity.at = formals[i].name.at;
      names_[formals[i].name.text] = entity;
      if (formals[i].kind == Formal::Kind::Pattern) bind_matches(formals[i], entity);
    }
  }

 private:
  Entity bound(const Formal& formal, const Actual& actual) {
    switch (formal.kind) {
      case Formal::Kind::Value:
        return value(formal, actual);
      case Formal::Kind::Function:
        return function(formal, actual);
      case Formal::Kind::Pattern:
        return named(actual, Kind::Pattern, "a pattern");
      case Formal::Kind::Property:
        return named(actual, Kind::Property, "a property");
    }
    return {};
  }

  void bind_matches(const Formal& formal, const Entity& entity) {
    Entity matches{Kind::Broken, 0, formal.name.at};
    if (entity.is(Kind::Pattern)) {
      const ClassId id = checking_.program.patterns[entity.index].match_class;
      if (id.defined()) matches = {Kind::Class, id.value, formal.name.at};
    }
    names_[formal.name.text + "_match"] = matches;
  }

  Entity wrong(const Actual& actual, const std::string& wanted) {
    const Name* const name = name_of_actual(actual);
    const bool unknown = name != nullptr && checking_.find(name->text, outside_) == nullptr;
    checking_.fail(outside_, place_of(actual), fmt::format("{} is expected here", wanted),
                   unknown ? checking_.nearest_hint(name->text, outside_) : "");
    return {};
  }

  Entity named(const Actual& actual, Kind kind, const std::string& wanted) {
    const Name* const name = name_of_actual(actual);
    const Entity* const entity = name == nullptr ? nullptr : checking_.find(name->text, outside_);
    if (entity == nullptr || (!entity->is(kind) && !entity->is(Kind::Broken)))
      return wrong(actual, wanted);
    return *entity;
  }

  Entity value(const Formal& formal, const Actual& actual) {
    const StaticType type = checking_.resolve(formal.type, inside_);
    const auto* const expression = std::get_if<ExpressionPtr>(&actual);
    if (expression == nullptr) return wrong(actual, "a value");
    if (type.is(StaticType::Kind::Class)) {
      const Name* const name = name_of_actual(actual);
      const Entity* const entity = name == nullptr ? nullptr : checking_.find(name->text, outside_);
      if (entity != nullptr && entity->is(Kind::Class)) return *entity;
    }
    const ConstantId id{checking_.program.constants.size()};
    code::Constant& constant = checking_.program.constants.emplace_back();
    constant.name = formal.name.text;
    constant.type = type;
    constant.at = (*expression)->at;
    checking_.actual_values.push_back({expression->get(), outside_, id});
    return {Kind::Constant, id.value, {}};
  }

  Entity function(const Formal& formal, const Actual& actual) {
    FormalFunction result;
    result.name = formal.name.text;
    result.type = checking_.resolve(formal.type, inside_);
    result.parameters = resolve_parameters(checking_, formal.parameters, inside_);
    if (const auto* const sign = std::get_if<OperatorActual>(&actual)) {
      result.is_operator = true;
      result.op = sign->op;
      if (!operator_fits(result))
        return unfitting(actual, fmt::format("'{}'", name_of(sign->op)), formal);
    } else {
      const Entity target = callable(actual);
      if (target.is(Kind::Broken)) return {};
      result.target = target;
      if (!target_fits(result)) return unfitting(actual, name_of_actual(actual)->text, formal);
    }
    checking_.formal_functions.push_back(std::move(result));
    return {Kind::Formal, static_cast<std::uint32_t>(checking_.formal_functions.size() - 1), {}};
  }

  Entity callable(const Actual& actual) {
    const Name* const name = name_of_actual(actual);
    const Entity* const entity = name == nullptr ? nullptr : checking_.find(name->text, outside_);
    const bool overloaded = entity != nullptr && entity->is(Kind::External) &&
                            signature_of(static_cast<External>(entity->index)).parameters.empty();
    if (entity != nullptr && !overloaded &&
        (entity->is(Kind::Function) || entity->is(Kind::External) || entity->is(Kind::Broken)))
      return *entity;
    return wrong(actual, "a function or an operator");
  }

  Entity unfitting(const Actual& actual, const std::string& what, const Formal& formal) {
    checking_.fail(outside_, place_of(actual),
                   fmt::format("{} does not fit the formal {} of {}", what, formal.name.text,
                               tree_.origin.text));
    return {};
  }

  bool operator_fits(const FormalFunction& formal) {
    if (formal.parameters.size() != 2) return false;
    const StaticType& a = formal.parameters[0].type;
    const StaticType& b = formal.parameters[1].type;
    const auto type = is_arithmetic(formal.op)
                          ? arithmetic_type(formal.op, a, b)
                          : comparison_type(checking_.program, formal.op, a, b);
    const StaticType boolean = type_of(StaticType::Kind::Boolean);
    return type && fits(checking_.program, is_arithmetic(formal.op) ? *type : boolean, formal.type);
  }

  bool target_fits(const FormalFunction& formal) {
    ExternalSignature target;
    if (formal.target.is(Kind::External)) {
      target = signature_of(static_cast<External>(formal.target.index));
    } else {
      const code::Function& function = checking_.program.functions[formal.target.index];
      target.type = function.type;
      for (const code::Parameter& one : function.scope.parameters)
        target.parameters.push_back(one.type);
    }
    if (target.parameters.size() != formal.parameters.size()) return false;
    for (std::size_t i = 0; i < target.parameters.size(); ++i)
      if (!fits(checking_.program, formal.parameters[i].type, target.parameters[i])) return false;
    return fits(checking_.program, target.type, formal.type);
  }

  Checking& checking_;
  const Instance& tree_;
  Origin outside_;
  Origin inside_;
  NameMap& names_;
};

}  // namespace

void resolve_instances(Checking& checking) {
  for (const DeclaredInstance& one : checking.instances)
    if (one.formals != nullptr)
      Binder(checking, one, {one.template_in_library, one.names, one.tree}, *one.names)
          .bind(*one.formals);
}

}  // namespace lull::asl
