// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks enums and classes: bases, attributes, and whether a class repeated from the model or the
// library agrees with the original.
#include <fmt/format.h>

#include <unordered_set>

#include "lull/asl/check/context/checking.hpp"
#include "lull/asl/check/context/conversion.hpp"

namespace lull::asl {
namespace {

using DeclaredClass = Declared<Class, ClassId>;

class ClassResolver {
 public:
  explicit ClassResolver(Checking& checking) : checking_(checking), program_(checking.program) {}

  void resolve() {
    bases_.resize(program_.classes.size());
    trees_.resize(program_.classes.size());
    depth_.resize(program_.classes.size());
    for (const DeclaredClass& one : checking_.classes) {
      if (!one.id.defined()) continue;
      trees_[one.id.index()] = &one;
      if (one.tree->base) bases_[one.id.index()] = base_of(one);
    }
    for (const DeclaredClass& one : checking_.classes)
      if (one.id.defined()) derive(one.id);
    for (const DeclaredClass& one : checking_.classes)
      if (one.id.defined()) attributes(one);
    for (const DeclaredClass& one : checking_.classes)
      if (one.id.defined()) hidden_attributes(one);
    for (const DeclaredClass& one : checking_.classes)
      if (!one.id.defined()) compare(one);
  }

 private:
  ClassId base_of(const DeclaredClass& one) {
    const Name& name = *one.tree->base;
    const Entity* const entity = checking_.find(name.text, one.origin);
    if (entity != nullptr && entity->is(Entity::Kind::Broken)) return {};
    if (entity == nullptr) {
      checking_.fail(one.origin, name.at, fmt::format("there is no class {}", name.text),
                     checking_.nearest_hint(name.text, one.origin));
      return {};
    }
    const ClassId id{std::size_t{entity->index}};
    if (entity->is(Entity::Kind::Class) && may_be_base(id)) return id;
    checking_.fail(one.origin, name.at, fmt::format("{} is not a class of events", name.text),
                   "only classes of events can be extended");
    return {};
  }
  [[nodiscard]] bool may_be_base(ClassId id) const {
    const code::Class& base = program_.classes[id.index()];
    return base.model ? base.event : !base.matches_of && !base.instances_of;
  }

  // Adds a class after its bases, so that the program has no cycles.
  void derive(ClassId id) {
    std::vector<ClassId> chain;
    while (id.defined() && !program_.classes[id.index()].model && depth_[id.index()] == 0) {
      depth_[id.index()] = kInHand;
      chain.push_back(id);
      id = bases_[id.index()];
    }
    if (id.defined() && depth_[id.index()] == kInHand) {
      const DeclaredClass& one = *trees_[chain.back().index()];
      checking_.fail(one.origin, one.tree->base->at,
                     fmt::format("{} is derived from itself", one.tree->name.text));
      id = ClassId{};
    }
    for (; !chain.empty(); chain.pop_back()) {
      const ClassId derived = chain.back();
      if (id.defined() && depth_[id.index()] == Checking::kMostBases) {
        const DeclaredClass& one = *trees_[derived.index()];
        checking_.fail(
            one.origin, one.tree->base->at,
            fmt::format("{} has more than {} bases", one.tree->name.text, Checking::kMostBases));
        id = ClassId{};
      }
      code::Class& declared = program_.classes[derived.index()];
      declared.base = id;
      declared.event = id.defined() && program_.classes[id.index()].event;
      depth_[derived.index()] = 1 + (id.defined() ? depth_[id.index()] : 0);
      id = derived;
    }
  }

  // Returns whether the class or one of its bases extends something invalid.
  [[nodiscard]] bool lacks_base(ClassId id) const {
    while (program_.classes[id.index()].base.defined()) id = program_.classes[id.index()].base;
    const DeclaredClass* const first = trees_[id.index()];
    return first != nullptr && first->tree->base.has_value();
  }

  // Checks the type of each attribute, and whether it needs a value.
  void attributes(const DeclaredClass& one) {
    code::Class& declared = program_.classes[one.id.index()];
    if (one.tree->condition && !declared.event && !lacks_base(one.id))
      checking_.fail(one.origin, one.tree->condition->at,
                     fmt::format("{} is not a class of events", one.tree->name.text),
                     "SUCH THAT chooses among the events of a base");
    const bool wrong_base = lacks_base(one.id);
    for (const Attribute& attribute : one.tree->attributes) {
      const auto index = static_cast<std::uint32_t>(declared.attributes.size());
      const StaticType type = checking_.resolve(attribute.type, one.origin);
      declared.attributes.push_back({attribute.name.text, type, attribute.name.at, nullptr});
      if (checking_.own_attributes(one.id).count(attribute.name.text) != 0)
        checking_.fail(one.origin, attribute.name.at,
                       fmt::format("{} already has an attribute {}", one.tree->name.text,
                                   attribute.name.text));
      checking_.know_attribute(one.id, attribute.name.text, {one.id, index, type});
      if (declared.event && !attribute.value)
        checking_.fail(one.origin, attribute.name.at,
                       fmt::format("the attribute {} has no value", attribute.name.text),
                       "attributes of events are computed: type name = expression;");
      if (!declared.event && !wrong_base && attribute.value)
        checking_.fail(
            one.origin, attribute.value->at,
            fmt::format("{} has no objects that could have a value", one.tree->name.text),
            "only classes that extend a class of events have objects");
    }
  }
  void hidden_attributes(const DeclaredClass& one) {
    const code::Class& declared = program_.classes[one.id.index()];
    for (const Attribute& attribute : one.tree->attributes) {
      const AttributeOf* const known = checking_.find_attribute(declared.base, attribute.name.text);
      if (known != nullptr)
        checking_.fail(
            one.origin, attribute.name.at,
            fmt::format("{} already has an attribute {}",
                        program_.classes[known->declared.index()].name, attribute.name.text));
    }
  }

  // Compares a class repeated from the model or the library with the original.
  void compare(const DeclaredClass& one) {
    const Class& tree = *one.tree;
    const Entity* const entity = checking_.find(tree.name.text, one.origin);
    const ClassId id{std::size_t{entity->index}};
    const ClassId base = program_.classes[id.index()].base;
    const std::string is = base.defined() ? fmt::format("{} already extends {}", tree.name.text,
                                                        program_.classes[base.index()].name)
                                          : fmt::format("{} extends no class", tree.name.text);
    const std::string hint = "choose another name for your class";
    if (tree.base && tree.base->text != base_name(base))
      return checking_.fail(one.origin, tree.base->at, is, hint);
    if (!tree.base && base.defined()) return checking_.fail(one.origin, tree.name.at, is, hint);
    if (tree.condition)
      return checking_.fail(one.origin, tree.condition->at,
                            fmt::format("{} is already declared", tree.name.text), hint);
    for (const Attribute& attribute : tree.attributes) compare(one, id, attribute);
  }
  [[nodiscard]] std::string base_name(ClassId base) const {
    return base.defined() ? program_.classes[base.index()].name : std::string{};
  }
  void compare(const DeclaredClass& one, ClassId id, const Attribute& attribute) {
    const StaticType type = checking_.resolve(attribute.type, one.origin);
    const AttributeOf* const known = checking_.find_attribute(id, attribute.name.text);
    const std::string name = fmt::format("{}.{}", one.tree->name.text, attribute.name.text);
    if (known == nullptr)
      checking_.fail(one.origin, attribute.name.at,
                     fmt::format("{} is already declared without {}", one.tree->name.text,
                                 attribute.name.text),
                     "choose another name for your class");
    else if (type.kind != StaticType::Kind::Error && type != known->type)
      checking_.fail(one.origin, attribute.type.at,
                     fmt::format("{} is of type {}", name, checking_.text(known->type)));
    else if (attribute.value)
      checking_.fail(one.origin, attribute.value->at,
                     fmt::format("{} already has its value", name));
  }

  static constexpr std::size_t kInHand = ~std::size_t{0};

  Checking& checking_;
  Program& program_;
  std::vector<ClassId> bases_;
  std::vector<const DeclaredClass*> trees_;
  std::vector<std::size_t> depth_;
};

}  // namespace

void resolve_enums(Checking& checking) {
  for (const auto& one : checking.enums) {
    std::unordered_set<std::string> known;
    for (const Name& name : one.tree->enumerators) {
      if (!known.insert(name.text).second)
        checking.fail(one.origin, name.at,
                      fmt::format("{} already has a value {}", one.tree->name.text, name.text));
      checking.program.enums[one.id.index()].enumerators.push_back(name.text);
    }
  }
}

void resolve_classes(Checking& checking) { ClassResolver(checking).resolve(); }

}  // namespace lull::asl
