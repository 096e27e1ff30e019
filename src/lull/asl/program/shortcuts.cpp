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

// Returns the model attribute if the expression is an attribute of the variable in that slot.
const code::ModelAttributeOf* attribute_of(const Node& node, std::uint32_t slot) {
  const auto* const attribute = std::get_if<code::ModelAttributeOf>(&node.body);
  if (attribute == nullptr) return nullptr;
  const auto* const local = std::get_if<code::Local>(&attribute->object->body);
  return local != nullptr && !local->outer && local->slot == slot ? attribute : nullptr;
}

bool same_attribute(const code::ModelAttributeOf* a, const code::ModelAttributeOf* b) {
  return a != nullptr && b != nullptr && a->declared == b->declared && a->index == b->index;
}

// Returns whether the attribute is an index or a timestamp. Both order the events of a location.
bool is_place(const code::ModelAttributeOf* attribute) {
  if (attribute == nullptr || attribute->declared != model().event) return false;
  const std::string& name =
      model().classes[model().event.index()].attributes[attribute->index].name;
  return name == "index" || name == "timestamp";
}

// A region name may denote several regions: it equals each of them, while they differ.
bool may_be_several(const Node& node) {
  return node.type == object_of(model().region) &&
         !std::holds_alternative<code::ModelAttributeOf>(node.body);
}

class Finder {
 public:
  explicit Finder(const code::Those& those) : range_(those.range) {}

  std::unique_ptr<code::Extremal> find() {
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
    return std::make_unique<code::Extremal>(std::move(found_));
  }

 private:
  // Recognises equalities between attributes of f and g, and one comparison of their places.
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

  // Requires that a condition fixes the value of each attribute that relates f and g, so that all
  // related elements are in the same class.
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

// Finds conditions whose values can be evaluated before visiting elements: the first condition,
// which would fail anyway, and conditions that never fail.
class LookupFinder {
 public:
  LookupFinder(const Program& program, std::uint32_t slot, const StaticType& element)
      : program_(program), slot_(slot), element_(element) {}

  code::Lookup find(const std::vector<const Node*>& conditions) {
    if (element_.kind != StaticType::Kind::Object) return {};
    for (std::size_t i = 0; i < conditions.size(); ++i) look_at(*conditions[i], i == 0);
    lookup_.exact = conditions.size() == 1 && lookup_.parts.size() == 1 && !has_members_;
    return std::move(lookup_);
  }

  [[nodiscard]] bool read_number(const Node& node, code::IndexPart& part) const {
    return node.type.is_number() && element_.kind == StaticType::Kind::Object &&
           read_attribute(node, part);
  }

 private:
  void look_at(const Node& condition, bool first) {
    if (const auto* const quantified = std::get_if<code::Quantified>(&condition.body))
      return look_at(*quantified, first);
    const auto* const compare = std::get_if<code::Compare>(&condition.body);
    if (compare == nullptr || compare->op != Operator::Equal) return;
    if (!add(*compare->left, *compare->right, first)) add(*compare->right, *compare->left, first);
  }
  // EXISTS m IN element.attribute SUCH THAT m == value
  void look_at(const code::Quantified& quantified, bool first) {
    const auto* const compare = std::get_if<code::Compare>(&quantified.body->body);
    if (quantified.quantifier != Quantifier::Exists || compare == nullptr || has_members_ ||
        compare->op != Operator::Equal || quantified.range.filter != nullptr)
      return;
    const auto is_member = [&](const Node& node) {
      const auto* const local = std::get_if<code::Local>(&node.body);
      return local != nullptr && !local->outer && local->slot == quantified.range.slot;
    };
    const bool left = is_member(*compare->left);
    if (!left && !is_member(*compare->right)) return;
    const Node& value = left ? *compare->right : *compare->left;
    // If the attribute is empty, the value is not evaluated.
    if (uses_slot(value, quantified.range.slot) || !never_fails(value)) return;
    has_members_ = add(*quantified.range.set, value, first);
  }

  bool add(const Node& of_element, const Node& value, bool first) {
    code::IndexPart part;
    if (!read_attribute(of_element, part) || uses_slot(value, slot_)) return false;
    if (!first && !never_fails(value)) return false;
    lookup_.parts.push_back(part);
    lookup_.values.push_back(&value);
    if (const Node* const object = object_of_attribute(value)) asked_.push_back(object);
    return true;
  }
  bool read_attribute(const Node& node, code::IndexPart& part) const {
    if (const auto* const attribute = std::get_if<code::ModelAttributeOf>(&node.body)) {
      part.declared = attribute->declared;
      part.index = attribute->index;
      const ModelClass& owner = model().classes[part.declared.index()];
      if (owner.attributes[part.index].get == nullptr) return false;
    } else if (const auto* const own = std::get_if<code::EventTypeAttribute>(&node.body)) {
      part.own = true;
      part.declared = own->declared;
      part.index = own->index;
    } else {
      return false;
    }
    const auto* const local = std::get_if<code::Local>(&object_of_attribute(node)->body);
    if (local == nullptr || local->outer || local->slot != slot_) return false;
    part.member = node.type.is_set();
    part.kind = node.type.kind;
    if (part.kind == StaticType::Kind::Object) {
      if (node.type.class_id() == model().region) return false;  // may denote several regions
      part.event = program_.is_derived(node.type.class_id(), model().event);
      const code::Class& of = program_.classes[node.type.class_id().index()];
      if (!part.event && (of.matches_of || of.instances_of)) return false;
    }
    if (part.kind == StaticType::Kind::String || part.kind == StaticType::Kind::Class) return false;
    return program_.is_derived(element_.class_id(), part.declared);
  }
  static const Node* object_of_attribute(const Node& node) {
    if (const auto* const attribute = std::get_if<code::ModelAttributeOf>(&node.body))
      return attribute->object.get();
    if (const auto* const own = std::get_if<code::EventTypeAttribute>(&node.body))
      return own->object.get();
    return nullptr;
  }
  // Returns whether evaluation never fails, given that the preceding conditions did not fail.
  [[nodiscard]] bool never_fails(const Node& value) const {
    const auto is_variable = [](const Node& node) {
      return std::holds_alternative<code::Literal>(node.body) ||
             std::holds_alternative<code::Local>(node.body) ||
             std::holds_alternative<code::Root>(node.body) ||
             std::holds_alternative<code::This>(node.body);
    };
    if (is_variable(value)) return true;
    const Node* const object = object_of_attribute(value);
    if (object == nullptr) return false;
    if (std::holds_alternative<code::Root>(object->body) ||
        std::holds_alternative<code::This>(object->body))
      return true;
    return std::ranges::any_of(
        asked_, [object](const Node* known) { return same_expression(*known, *object); });
  }

  const Program& program_;
  std::uint32_t slot_;
  StaticType element_;
  code::Lookup lookup_;
  bool has_members_ = false;
  std::vector<const Node*> asked_;  // objects whose attributes were read, so not NULL
};

// Recognises a comparison of a number of the element with an independent value.
void find_deciding_element(const Program& program, code::Quantified& quantified) {
  using Decides = code::Quantified::Decides;
  const auto* const compare = std::get_if<code::Compare>(&quantified.body->body);
  if (compare == nullptr || quantified.quantifier == Quantifier::ForAll) return;
  LookupFinder finder(program, quantified.range.slot, quantified.range.set->type.element());
  code::IndexPart part;
  const bool left = finder.read_number(*compare->left, part);
  if (!left && !finder.read_number(*compare->right, part)) return;
  const Node& number = left ? *compare->left : *compare->right;
  if (uses_slot(left ? *compare->right : *compare->left, quantified.range.slot)) return;
  const bool less = compare->op == Operator::Less || compare->op == Operator::LessOrEqual;
  const bool greater = compare->op == Operator::Greater || compare->op == Operator::GreaterOrEqual;
  if (!less && !greater) return;
  quantified.decides = less == left ? Decides::Least : Decides::Greatest;
  quantified.number = {part};
  quantified.of_index = is_place(attribute_of(number, quantified.range.slot)) &&
                        number.type.is(StaticType::Kind::Integer);
}

void find_lookups(const Program& program, Node& node) {
  const auto lookup_in = [&program](const code::Range& range,
                                    const std::vector<const Node*>& conditions) {
    return LookupFinder(program, range.slot, range.set->type.element()).find(conditions);
  };
  if (auto* const those = std::get_if<code::Those>(&node.body)) {
    those->range.lookup = lookup_in(those->range, conjuncts(those->range.filter.get()));
  } else if (auto* const aggregate = std::get_if<code::Aggregate>(&node.body)) {
    aggregate->range.lookup = lookup_in(aggregate->range, conjuncts(aggregate->range.filter.get()));
  } else if (auto* const quantified = std::get_if<code::Quantified>(&node.body)) {
    if (quantified->quantifier != Quantifier::ForAll)
      quantified->range.lookup = lookup_in(quantified->range, conjuncts(quantified->body.get()));
    find_deciding_element(program, *quantified);
  }
}

void look_into_node(const Program& program, Node& root) {
  visit_all(root, [&program](const Node& inner) {
    // The program is still under construction.
    Node& own = const_cast<Node&>(inner);
    if (auto* const attribute = std::get_if<code::ModelAttributeOf>(&own.body))
      attribute->attribute =
          &model().classes[attribute->declared.index()].attributes[attribute->index];
    find_lookups(program, own);
    auto* const only = std::get_if<code::OnlyElement>(&own.body);
    if (only == nullptr) return;
    const auto* const those = std::get_if<code::Those>(&only->set->body);
    if (those == nullptr) return;
    auto extremal = Finder(*those).find();
    if (extremal == nullptr) return;
    extremal->lookup = LookupFinder(program, extremal->slot, those->range.set->type.element())
                           .find(extremal->classes);
    only->extremal = std::move(extremal);
  });
}

class Walk {
 public:
  explicit Walk(Program& program) : program_(program) {}

  void look_into(const NodePtr& node) {
    if (node != nullptr) look_into_node(program_, *node);
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
  void run();

 private:
  Program& program_;
};

void Walk::run() {
  for (code::Function& function : program_.functions) {
    look_into(function.scope);
    look_into(function.body);
  }
  for (code::Class& own : program_.classes) {
    look_into(own.scope);
    look_into(own.condition);
    for (const code::Attribute& attribute : own.attributes) look_into(attribute.value);
  }
  for (const code::Constant& constant : program_.constants) look_into(constant.value);
  for (code::Pattern& pattern : program_.patterns) look_into(pattern);
  for (code::Property& property : program_.properties) {
    look_into(property.scope);
    for (const code::Condition& condition : property.conditions) look_into(condition.value);
    for (const code::Guarded& guarded : property.confidence) look_into(guarded.value);
    for (const code::Guarded& guarded : property.severity) look_into(guarded.value);
  }
}

}  // namespace

void find_shortcuts(Program& program) { Walk(program).run(); }

}  // namespace lull::asl
