// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/program/shortcuts.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "lull/asl/model/model.hpp"
#include "lull/asl/program/walk.hpp"

namespace lull::asl {
namespace {

std::vector<const Node*> conjuncts(const Node* node) {
  if (node == nullptr) return {};
  const auto* const both = std::get_if<code::Both>(&node->body);
  if (both == nullptr) return {node};
  std::vector<const Node*> all;
  for (const NodePtr& operand : both->operands)
    std::ranges::copy(conjuncts(operand.get()), std::back_inserter(all));
  return all;
}

// The attribute of the model if the expression is one of the variable in that slot.
const code::ModelAttributeOf* attribute_of(const Node& node, std::uint32_t slot) {
  const auto* const attribute = std::get_if<code::ModelAttributeOf>(&node.body);
  if (attribute == nullptr) return nullptr;
  const auto* const local = std::get_if<code::Local>(&attribute->object->body);
  return local != nullptr && !local->outer && local->slot == slot ? attribute : nullptr;
}

bool same_attribute(const code::ModelAttributeOf* a, const code::ModelAttributeOf* b) {
  return a != nullptr && b != nullptr && a->declared == b->declared && a->index == b->index;
}

// Both by which events of one place come one after the other.
bool is_place(const code::ModelAttributeOf* attribute) {
  if (attribute == nullptr || attribute->declared != model().event) return false;
  const std::string& name =
      model().classes[model().event.index()].attributes[attribute->index].name;
  return name == "index" || name == "timestamp";
}

// Regions of one name, which are equal to each of them, while they are not equal to each other.
bool may_be_several(const Node& node) {
  return node.type == object_of(model().region) &&
         !std::holds_alternative<code::ModelAttributeOf>(node.body);
}

class Finder {
 public:
  explicit Finder(const code::Those& those) : range_(those.range) {}

  std::unique_ptr<const code::Extremal> find() {
    for (const Node* const condition : conjuncts(range_.filter.get())) {
      const auto* const quantified = std::get_if<code::Quantified>(&condition->body);
      const bool excludes =
          quantified != nullptr && quantified->quantifier == Quantifier::NotExists;
      if (excludes && !excluding_ && same_expression(*quantified->range.set, *range_.set)) {
        excluding_ = quantified;
      } else {
        conditions_.push_back(condition);
      }
    }
    if (excluding_ == nullptr || !read_exclusion() || !split_conditions()) return nullptr;
    found_.set = range_.set.get();
    found_.slot = range_.slot;
    return std::make_unique<const code::Extremal>(std::move(found_));
  }

 private:
  // Equalities between attributes of f and g, and one comparison of their places.
  bool read_exclusion() {
    for (const Node* const condition : conjuncts(excluding_->body.get())) {
      const auto* const compare = std::get_if<code::Compare>(&condition->body);
      if (compare == nullptr) return false;
      const Node* f = compare->left.get();
      const Node* g = compare->right.get();
      bool swapped = false;
      if (attribute_of(*f, range_.slot) == nullptr) {
        std::swap(f, g);
        swapped = true;
      }
      const auto* const of_f = attribute_of(*f, range_.slot);
      if (!same_attribute(of_f, attribute_of(*g, excluding_->range.slot))) return false;
      if (compare->op == Operator::Equal) {
        related_.push_back(of_f);
        continue;
      }
      const bool less = compare->op == Operator::Less;
      if (found_.place != nullptr || !is_place(of_f) || (!less && compare->op != Operator::Greater))
        return false;
      found_.place = f;
      found_.last = less != swapped;  // f < g is excluded: f is the last one
    }
    return found_.place != nullptr;
  }

  // For each attribute that relates f and g a condition gives its value; so all related are in one
  // class.
  bool split_conditions() {
    std::vector<bool> fixed(related_.size());
    for (const Node* const condition : conditions_) {
      const auto* const compare = std::get_if<code::Compare>(&condition->body);
      bool fixes = false;
      if (compare != nullptr && compare->op == Operator::Equal) {
        const bool left = !uses_slot(*compare->right, range_.slot);
        const bool right = !uses_slot(*compare->left, range_.slot);
        const auto* const attribute =
            attribute_of(left ? *compare->left : *compare->right, range_.slot);
        const bool one = !may_be_several(left ? *compare->right : *compare->left);
        for (std::size_t i = 0; (left || right) && one && i < related_.size(); ++i)
          if (same_attribute(attribute, related_[i])) fixes = fixed[i] = true;
      }
      (fixes ? found_.classes : found_.rest).push_back(condition);
    }
    return std::ranges::all_of(fixed, [](bool is) { return is; });
  }

  const code::Range& range_;
  const code::Quantified* excluding_ = nullptr;
  std::vector<const Node*> conditions_;
  std::vector<const code::ModelAttributeOf*> related_;
  code::Extremal found_;
};

void look_into(Node& root) {
  visit_all(root, [](const Node& inner) {
    // The program is still being made here.
    Node& own = const_cast<Node&>(inner);
    if (auto* const attribute = std::get_if<code::ModelAttributeOf>(&own.body))
      attribute->attribute =
          &model().classes[attribute->declared.index()].attributes[attribute->index];
    auto* const only = std::get_if<code::OnlyElement>(&own.body);
    if (only == nullptr) return;
    if (const auto* const those = std::get_if<code::Those>(&only->set->body))
      only->extremal = Finder(*those).find();
  });
}

void look_into(const NodePtr& node) {
  if (node != nullptr) look_into(*node);
}

void look_into(code::Scope& scope) {
  for (code::LazyVariable& variable : scope.lazy) look_into(variable.value);
}

void look_into(code::Pattern& pattern) {
  look_into(pattern.scope);
  for (const code::Step& step : pattern.instantiation) look_into(step.value);
  look_into(pattern.constraint);
  for (const code::Step& step : pattern.exports) look_into(step.value);
  if (!pattern.metric) return;
  look_into(pattern.metric->seconds);
  look_into(pattern.metric->event);
  if (pattern.metric->each) {
    look_into(pattern.metric->each->set);
    look_into(pattern.metric->each->filter);
  }
}

}  // namespace

void find_shortcuts(Program& program) {
  for (code::Function& function : program.functions) {
    look_into(function.scope);
    look_into(function.body);
  }
  for (code::Class& own : program.classes) {
    look_into(own.scope);
    look_into(own.condition);
    for (const code::Attribute& attribute : own.attributes) look_into(attribute.value);
  }
  for (const code::Constant& constant : program.constants) look_into(constant.value);
  for (code::Pattern& pattern : program.patterns) look_into(pattern);
  for (code::Property& property : program.properties) {
    look_into(property.scope);
    for (const code::Condition& condition : property.conditions) look_into(condition.value);
    for (const code::Guarded& guarded : property.confidence) look_into(guarded.value);
    for (const code::Guarded& guarded : property.severity) look_into(guarded.value);
  }
}

}  // namespace lull::asl
