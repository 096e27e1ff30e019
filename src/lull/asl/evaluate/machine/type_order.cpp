// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/machine/type_order.hpp"

#include <set>
#include <variant>

#include "lull/asl/program/walk.hpp"

namespace lull::asl {
namespace {

class TypeOrder {
 public:
  explicit TypeOrder(const Program& program)
      : program_(program), certain_(program.classes.size()), possible_(program.classes.size()) {
    for (std::size_t i = 0; i < program.classes.size(); ++i) collect(i);
  }

  std::vector<ClassId> order() {
    seen_.resize(program_.classes.size());
    for (std::size_t i = 0; i < program_.classes.size(); ++i) visit(i);
    return std::move(order_);
  }

 private:
  using Classes = std::set<std::size_t>;

  void collect(std::size_t own) {
    const code::Class& one = program_.classes[own];
    if (one.model) return;
    if (one.base.defined()) certain_[own].insert(one.base.index());
    std::set<std::size_t> functions;
    const auto look = [&](const NodePtr& node) {
      if (node != nullptr) look_at(*node, own, true, functions);
    };
    look(one.condition);
    for (const code::Attribute& attribute : one.attributes) look(attribute.value);
    certain_[own].erase(own);
    possible_[own].erase(own);
  }
  // Uses of THIS in a class are certain. A function may access THIS, or another event, whose type
  // is already known.
  void look_at(const Node& root, std::size_t own, bool direct, std::set<std::size_t>& functions) {
    visit_all(root, [&](const Node& node) {
      if (const auto* const is = std::get_if<code::IsOfClass>(&node.body)) {
        const bool certain = direct && std::holds_alternative<code::This>(is->event->body);
        (certain ? certain_ : possible_)[own].insert(is->id.index());
      } else if (const auto* const call = std::get_if<code::CallFunction>(&node.body)) {
        const std::size_t function = call->function.index();
        if (!functions.insert(function).second) return;
        if (const NodePtr& body = program_.functions[function].body)
          look_at(*body, own, false, functions);
      }
    });
  }
  [[nodiscard]] bool reaches(std::size_t from, std::size_t to, Classes& known) const {
    if (from == to) return true;
    if (!known.insert(from).second) return false;
    for (const auto* const edges : {&certain_[from], &possible_[from]})
      for (const std::size_t next : *edges)
        if (reaches(next, to, known)) return true;
    return false;
  }
  // In a cycle, only certain dependencies and the declaration order count.
  void visit(std::size_t own) {
    if (seen_[own]) return;
    seen_[own] = true;
    for (const std::size_t other : certain_[own]) visit(other);
    for (const std::size_t other : possible_[own])
      if (Classes known; !reaches(other, own, known)) visit(other);
    order_.emplace_back(own);
  }

  const Program& program_;
  std::vector<Classes> certain_, possible_;  // indexed by class
  std::vector<bool> seen_;
  std::vector<ClassId> order_;
};

}  // namespace

std::vector<ClassId> order_of_types(const Program& program) { return TypeOrder(program).order(); }

}  // namespace lull::asl
