// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The first pass: numbers all top-level names, without checking anything else.
#include <fmt/format.h>

#include "lull/asl/check/context/checking.hpp"
#include "lull/asl/model/model.hpp"

namespace lull::asl {
namespace {

using Kind = Entity::Kind;

class Declarer {
 public:
  Declarer(Checking& checking, bool library)
      : checking_(checking),
        program_(checking.program),
        origin_{library, nullptr, nullptr},
        space_(library ? Names::Space::Library : Names::Space::User) {}

  void operator()(const Import&) {}
  void operator()(const Class& tree) {
    if (repeats_class(tree)) {
      checking_.classes.push_back({&tree, origin_, {}});
      return;
    }
    const ClassId id{program_.classes.size()};
    if (!add(tree.name, Kind::Class, id)) return;
    program_.classes.emplace_back();
    program_.classes.back().name = tree.name.text;
    program_.classes.back().at = tree.name.at;
    checking_.classes.push_back({&tree, origin_, id});
  }
  void operator()(const Enum& tree) {
    const EnumId id{program_.enums.size()};
    if (!add(tree.name, Kind::Enum, id)) return;
    program_.enums.push_back({tree.name.text, {}});
    checking_.enums.push_back({&tree, origin_, id});
  }
  void operator()(const Function& tree) {
    const FunctionId id{program_.functions.size()};
    if (tree.mistaken) {
      add(tree.name, Kind::Broken, std::uint32_t{0});
      return;
    }
    if (!tree.body) return external(tree);
    if (!add(tree.name, Kind::Function, id)) return;
    program_.functions.emplace_back();
    program_.functions.back().name = tree.name.text;
    program_.functions.back().at = tree.name.at;
    checking_.functions.push_back({&tree, origin_, id});
  }
  void operator()(const Constant& tree) {
    const ConstantId id{program_.constants.size()};
    if (!add(tree.name, Kind::Constant, id)) return;
    program_.constants.emplace_back();
    program_.constants.back().name = tree.name.text;
    program_.constants.back().at = tree.name.at;
    checking_.constants.push_back({&tree, origin_, id});
  }
  void operator()(const Pattern& tree) {
    if (tree.is_template) return add_template(tree.name, {&tree, nullptr, origin_.library});
    const PatternId id = pattern(tree.name);
    if (!id.defined()) return;
    checking_.patterns.push_back({&tree, origin_, id});
    match_class(checking_, id, tree, origin_, space_);
  }
  void operator()(const Property& tree) {
    if (tree.is_template) return add_template(tree.name, {nullptr, &tree, origin_.library});
    const PropertyId id = property(tree.name);
    if (id.defined()) checking_.properties.push_back({&tree, origin_, id});
  }
  // The template itself is resolved once all templates are known.
  void operator()(const Instance& tree) {
    DeclaredInstance instance;
    instance.tree = &tree;
    instance.library = origin_.library;
    if (tree.of_pattern)
      instance.pattern = pattern(tree.name);
    else
      instance.property = property(tree.name);
    if (instance.pattern.defined() || instance.property.defined())
      checking_.instances.push_back(instance);
  }

  static void match_class(Checking& checking, PatternId id, const Pattern& tree,
                          const Origin& origin, Names::Space space) {
    code::Pattern& pattern = checking.program.patterns[id.index()];
    const Name name =
        tree.match_class ? *tree.match_class : Name{pattern.name + "_match", pattern.at};
    pattern.match_class = ClassId{checking.program.classes.size()};
    checking.program.classes.emplace_back();
    checking.program.classes.back().name = name.text;
    checking.program.classes.back().at = name.at;
    checking.program.classes.back().matches_of = id;
    const Entity entity{Kind::Class, pattern.match_class.value, name.at};
    if (!checking.names.add(space, name.text, entity)) repeated(checking, origin, space, name);
  }

 private:
  static void repeated(Checking& checking, const Origin& origin, Names::Space space,
                       const Name& name) {
    const Entity* const first = checking.names.find_in(space, name.text);
    std::string where;
    if (first->at.defined())
      where =
          fmt::format("it is {}, in line {}{}", kind_text(first->kind),
                      first->at.source->line(first->at.offset),
                      first->at.source == name.at.source ? "" : " of " + first->at.source->name());
    checking.fail(origin, name.at, fmt::format("{} is already declared", name.text), where);
  }

  template <class Id>
  bool add(const Name& name, Kind kind, const Id& id) {
    return add(name, kind, id.value);
  }
  bool add(const Name& name, Kind kind, std::uint32_t index) {
    if (name.text.empty()) return false;
    const Entity* const known = checking_.names.find_in(Names::Space::Language, name.text);
    if (known != nullptr && known->is(Kind::Type)) {
      checking_.fail(origin_, name.at, fmt::format("{} is a type of the language", name.text));
      return false;
    }
    if (checking_.names.add(space_, name.text, {kind, index, name.at})) return true;
    repeated(checking_, origin_, space_, name);
    return false;
  }

  void add_template(const Name& name, const DeclaredTemplate& declared) {
    const auto index = static_cast<std::uint32_t>(checking_.templates.size());
    if (add(name, Kind::Template, index)) checking_.templates.push_back(declared);
  }

  // Returns whether the class repeats a class of the model or, in user files, of the library.
  bool repeats_class(const Class& tree) {
    if (checking_.names.find_in(space_, tree.name.text) != nullptr) return false;
    const Entity* const known = checking_.names.find(tree.name.text, origin_.library);
    return known != nullptr && known->is(Kind::Class);
  }

  PatternId pattern(const Name& name) {
    const PatternId id{program_.patterns.size()};
    if (!add(name, Kind::Pattern, id)) return {};
    code::Pattern& pattern = program_.patterns.emplace_back();
    pattern.name = name.text;
    pattern.at = name.at;
    pattern.library = origin_.library;
    pattern.instance_class = ClassId{program_.classes.size()};
    code::Class& instances = program_.classes.emplace_back();
    instances.name = name.text;
    instances.at = name.at;
    instances.instances_of = id;
    return id;
  }
  PropertyId property(const Name& name) {
    const PropertyId id{program_.properties.size()};
    if (!add(name, Kind::Property, id)) return {};
    code::Property& property = program_.properties.emplace_back();
    property.name = name.text;
    property.at = name.at;
    property.library = origin_.library;
    return id;
  }

  // Handles the declaration of a built-in function; signatures.cpp compares the declaration with
  // the function.
  void external(const Function& tree) {
    const Entity* const known = checking_.names.find_in(Names::Space::Language, tree.name.text);
    if (known != nullptr && known->is(Kind::External)) {
      checking_.functions.push_back({&tree, origin_, {}});
      return;
    }
    checking_.fail(
        origin_, tree.name.at, fmt::format("there is no external function {}", tree.name.text),
        "valid functions are PRED, duration, counter, grid, offset, REGION, PATTERN_MATCHES and "
        "MATCH");
    checking_.names.add(space_, tree.name.text, {Kind::Broken, 0, tree.name.at});
  }

  Checking& checking_;
  Program& program_;
  Origin origin_;
  Names::Space space_;
};

void declare_model(Checking& checking) {
  Program& program = checking.program;
  for (const ModelClass& one : model().classes) {
    const ClassId id{program.classes.size()};
    code::Class& added = program.classes.emplace_back();
    added.name = one.name;
    added.base = one.base;
    added.model = true;
    added.event =
        id == model().event || (one.base.defined() && program.classes[one.base.index()].event);
    checking.names.add(Names::Space::Language, one.name, {Kind::Class, id.value, {}});
    for (std::size_t i = 0; i < one.attributes.size(); ++i)
      checking.know_attribute(id, one.attributes[i].name,
                              {id, static_cast<std::uint32_t>(i), one.attributes[i].type});
  }
  for (const ModelEnum& one : model().enums) {
    const EnumId id{program.enums.size()};
    program.enums.push_back({one.name, one.enumerators});
    checking.names.add(Names::Space::Language, one.name, {Kind::Enum, id.value, {}});
  }
}

}  // namespace

void declare_language(Checking& checking) {
  using Type = StaticType::Kind;
  const auto add = [&](const char* name, Kind kind, auto value) {
    checking.names.add(Names::Space::Language, name, {kind, static_cast<std::uint32_t>(value), {}});
  };
  add("int", Kind::Type, Type::Integer);
  add("float", Kind::Type, Type::Float);
  add("boolean", Kind::Type, Type::Boolean);
  add("String", Kind::Type, Type::String);
  add("DateTime", Kind::Type, Type::DateTime);
  add("Class", Kind::Type, Type::Class);
  add("low", Kind::Share, 1);
  add("medium", Kind::Share, 2);
  add("high", Kind::Share, 3);
  add("PROGRAM", Kind::ProgramRegion, 0);
  add("PRED", Kind::External, External::Pred);
  add("duration", Kind::External, External::Duration);
  add("counter", Kind::External, External::Counter);
  add("grid", Kind::External, External::Grid);
  add("offset", Kind::External, External::Offset);
  add("REGION", Kind::External, External::RegionByName);
  add("PATTERN_MATCHES", Kind::External, External::Matches);
  add("MATCH", Kind::External, External::Match);
  declare_model(checking);
}

void declare_file(Checking& checking, const Specification& specification, bool library) {
  Declarer declarer(checking, library);
  for (const Declaration& one : specification.declarations) std::visit(declarer, one);
}

// Resolves the template of each instance; an instance without a template is broken.
void declare_instances(Checking& checking) {
  for (DeclaredInstance& one : checking.instances) {
    const Origin origin{one.library, nullptr, nullptr};
    const Entity* const found = checking.find(one.tree->origin.text, origin);
    const bool is_template = found != nullptr && found->is(Kind::Template);
    const DeclaredTemplate from =
        is_template ? checking.templates[found->index] : DeclaredTemplate{};
    const Names::Space space = one.library ? Names::Space::Library : Names::Space::User;
    if (one.tree->of_pattern ? from.pattern != nullptr : from.property != nullptr) {
      checking.formals.push_back(std::make_unique<NameMap>());
      one.names = checking.formals.back().get();
      one.template_in_library = from.library;
      one.formals = from.pattern != nullptr ? &from.pattern->formals : &from.property->formals;
      const Origin inside{from.library, checking.formals.back().get(), one.tree};
      if (one.tree->of_pattern) {
        checking.patterns.push_back({from.pattern, inside, one.pattern});
        Declarer::match_class(checking, one.pattern, *from.pattern, inside, space);
      } else {
        checking.properties.push_back({from.property, inside, one.property});
      }
      continue;
    }
    if (found == nullptr || !found->is(Kind::Broken))
      checking.fail(origin, one.tree->origin.at,
                    fmt::format("{} is not a template of a {}", one.tree->origin.text,
                                one.tree->of_pattern ? "pattern" : "property"),
                    found == nullptr ? checking.nearest_hint(one.tree->origin.text, origin) : "");
    if (Entity* const entity = checking.names.find_in(space, one.tree->name.text))
      entity->kind = Kind::Broken;
    if (one.tree->of_pattern)
      checking.names.add(space, one.tree->name.text + "_match",
                         {Kind::Broken, 0, one.tree->name.at});
  }
}

}  // namespace lull::asl
