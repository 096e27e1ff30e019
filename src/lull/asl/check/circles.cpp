// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds declarations that depend on themselves: constants, patterns (by their matches), properties,
// and the types and attributes of an event. Only functions may depend on themselves.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "lull/asl/check/context/checking.hpp"
#include "lull/asl/check/context/components.hpp"
#include "lull/asl/check/context/walk.hpp"

namespace lull::asl {
namespace {

class CircleFinder {
 public:
  explicit CircleFinder(Checking& checking) : checking_(checking), program_(checking.program) {
    patterns_ = program_.constants.size();
    properties_ = patterns_ + program_.patterns.size();
    conditions_ = properties_ + program_.properties.size();
    std::size_t next = conditions_ + program_.classes.size();
    for (const code::Class& one : program_.classes) {
      attributes_.push_back(next);
      for (const code::Attribute& attribute : one.attributes)
        attribute_values_.emplace(attribute.value.get(), next++);
    }
    functions_ = next;
    edges_.resize(functions_ + program_.functions.size());
  }

  void run() {
    for_each_root(program_, [&](const auto& owner, const Node& root) {
      collect(number_of(owner, root), root);
    });
    const Components circles = components_of(edges_);
    for (std::size_t c = 0; c < circles.members.size(); ++c)
      if (circles.circle[c]) report(circles.members[c].front());
  }

 private:
  std::size_t number_of(const code::Constant& owner, const Node& /*root*/) const {
    return static_cast<std::size_t>(&owner - program_.constants.data());
  }
  std::size_t number_of(const code::Pattern& owner, const Node& /*root*/) const {
    return patterns_ + static_cast<std::size_t>(&owner - program_.patterns.data());
  }
  std::size_t number_of(const code::Property& owner, const Node& /*root*/) const {
    return properties_ + static_cast<std::size_t>(&owner - program_.properties.data());
  }
  std::size_t number_of(const code::Function& owner, const Node& /*root*/) const {
    return functions_ + static_cast<std::size_t>(&owner - program_.functions.data());
  }
  std::size_t number_of(const code::Class& owner, const Node& root) const {
    const auto id = static_cast<std::size_t>(&owner - program_.classes.data());
    const auto attribute = attribute_values_.find(&root);
    return attribute == attribute_values_.end() ? conditions_ + id : attribute->second;
  }

  void collect(std::size_t from, const Node& root) {
    walk(root, [&](const Node& node) { std::visit(Collector{*this, from}, node.body); });
  }
  struct Collector {
    CircleFinder& finder;
    std::size_t from;

    void add(std::size_t to) const {
      finder.edges_[from].push_back(static_cast<std::uint32_t>(to));
    }
    void operator()(const code::TopConstant& n) const { add(n.constant.index()); }
    void operator()(const code::CallFunction& n) const {
      add(finder.functions_ + n.function.index());
    }
    void operator()(const code::StateAt& n) const { add(finder.functions_ + n.state.index()); }
    void operator()(const code::MatchesOf& n) const { add(finder.patterns_ + n.pattern.index()); }
    void operator()(const code::MatchAt& n) const { add(finder.patterns_ + n.pattern.index()); }
    void operator()(const code::PropertyPart& n) const {
      add(finder.properties_ + n.property.index());
    }
    // Applies only to the event in question: the types of earlier events are known.
    void operator()(const code::IsOfClass& n) const {
      if (!std::holds_alternative<code::This>(n.event->body)) return;
      for (ClassId id = n.id; id.defined(); id = finder.program_.classes[id.index()].base)
        add(finder.conditions_ + id.index());
    }
    void operator()(const code::EventTypeAttribute& n) const {
      if (std::holds_alternative<code::This>(n.object->body))
        add(finder.attributes_[n.declared.index()] + n.index);
    }
    template <class Other>
    void operator()(const Other& /*n*/) const {}
  };

  void report(std::size_t number) {
    const auto itself = [&](const auto& one) {
      checking_.fail({}, one.at, fmt::format("{} depends on itself", one.name));
    };
    if (number < patterns_) return itself(program_.constants[number]);
    if (number < properties_) {
      const code::Pattern& pattern = program_.patterns[number - patterns_];
      return checking_.fail({}, pattern.at,
                            fmt::format("the pattern {} uses its own matches", pattern.name));
    }
    if (number < conditions_) return itself(program_.properties[number - properties_]);
    if (number < conditions_ + program_.classes.size())
      return itself(program_.classes[number - conditions_]);
    if (number >= functions_) return;
    // Takes the last class that begins there, since earlier classes may have no attributes.
    const auto after = std::upper_bound(attributes_.begin(), attributes_.end(), number);
    const auto id = static_cast<std::size_t>(after - attributes_.begin()) - 1;
    itself(program_.classes[id].attributes[number - attributes_[id]]);
  }

  Checking& checking_;
  Program& program_;
  Edges edges_;
  // The index of the first node of each kind; constants first, functions last.
  std::size_t patterns_ = 0;
  std::size_t properties_ = 0;
  std::size_t conditions_ = 0;
  std::vector<std::size_t> attributes_;  // indexed by class
  std::unordered_map<const Node*, std::size_t> attribute_values_;
  std::size_t functions_ = 0;
};

}  // namespace

void check_circles(Checking& checking) { CircleFinder(checking).run(); }

}  // namespace lull::asl
