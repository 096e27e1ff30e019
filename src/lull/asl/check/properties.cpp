// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks bodies of properties: conditions with labels, and ratings guarded by them.
#include <fmt/format.h>

#include <unordered_map>
#include <utility>

#include "lull/asl/check/context/checking.hpp"
#include "lull/asl/check/expressions/body_checker.hpp"

namespace lull::asl {
namespace {

class PropertyChecker {
 public:
  PropertyChecker(Checking& checking, const Declared<Property, PropertyId>& one)
      : tree_(*one.tree),
        property_(checking.program.properties[one.id.index()]),
        body_(checking, one.origin, {}) {}

  void check() {
    body_.begin(property_.scope);
    body_.let(tree_.let);
    for (const Labelled& one : tree_.conditions) condition(one);
    rating(tree_.confidence, property_.confidence);
    rating(tree_.severity, property_.severity);
    body_.end();
  }

 private:
  void condition(const Labelled& tree) {
    code::Condition result;
    if (tree.label) {
      result.label = tree.label->text;
      const auto number = static_cast<std::uint32_t>(property_.conditions.size());
      if (!labels_.emplace(tree.label->text, number).second)
        body_.expressions().fail(tree.label->at,
                                 fmt::format("there is already a condition {}", tree.label->text));
    }
    result.value = body_.expressions().check(*tree.expression, StaticType::Kind::Boolean);
    property_.conditions.push_back(std::move(result));
  }

  void rating(const Rating& tree, std::vector<code::Guarded>& result) {
    for (const Labelled& one : tree.expressions) {
      code::Guarded guarded;
      if (one.label) guarded.condition = labelled(*one.label);
      guarded.value = body_.expressions().check(*one.expression, StaticType::Kind::Float);
      result.push_back(std::move(guarded));
    }
  }

  std::optional<std::uint32_t> labelled(const Name& label) {
    const auto found = labels_.find(label.text);
    if (found != labels_.end()) return found->second;
    NearestName nearest(label.text);
    for (const auto& [name, number] : labels_) nearest.offer(name);
    body_.expressions().fail(label.at, fmt::format("there is no condition {}", label.text),
                             nearest.name().empty()
                                 ? fmt::format("write CONDITION: ({}) …", label.text)
                                 : fmt::format("did you mean {}?", nearest.name()));
    return std::nullopt;
  }

  const Property& tree_;
  code::Property& property_;
  BodyChecker body_;
  std::unordered_map<std::string, std::uint32_t> labels_;
};

}  // namespace

void check_properties(Checking& checking) {
  for (const auto& one : checking.properties) PropertyChecker(checking, one).check();
}

}  // namespace lull::asl
