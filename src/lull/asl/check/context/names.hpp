// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The top-level names of a check: those of the language and its model, of the shipped library, and
// of the user's files. A file of the user's sees all three, his own first; a file of the library
// the other two. A lookup takes constant time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "lull/asl/model/types.hpp"
#include "lull/asl/syntax/source.hpp"

namespace lull::asl {

enum class External : std::uint8_t {
  Pred,
  Duration,
  Counter,
  Grid,
  Offset,
  RegionByName,
  Matches,
  Match
};

// What a name stands for; `index` is its number in the table of its kind.
struct Entity {
  enum class Kind : std::uint8_t {
    Broken,         // declared, but wrongly: nobody complains about its uses
    Type,           // int, float, …: a StaticType::Kind
    Class,          // ClassId
    Enum,           // EnumId
    Function,       // FunctionId
    External,       // External
    Constant,       // ConstantId
    Share,          // low, medium, high: in quarters
    ProgramRegion,  // PROGRAM
    Pattern,        // PatternId
    Property,       // PropertyId
    Template,       // index: of Checking::templates
    Formal,         // a function formal of a template: index of Checking::formal_functions
  };
  Kind kind = Kind::Broken;
  std::uint32_t index = 0;
  Position at;

  [[nodiscard]] bool is(Kind other) const { return kind == other; }
};

// "a class", "a function", …
[[nodiscard]] std::string_view kind_text(Entity::Kind kind);

using NameMap = std::unordered_map<std::string, Entity>;

class Names {
 public:
  enum class Space : std::uint8_t { Language, Library, User };

  // Null: not known there.
  [[nodiscard]] const Entity* find(const std::string& name, bool library) const;
  [[nodiscard]] Entity* find_in(Space space, const std::string& name);
  // False, and nothing changes, when the space has the name already.
  bool add(Space space, const std::string& name, const Entity& entity);

  // All names that such a file sees.
  template <class Visit>
  void for_each(bool library, const Visit& visit) const {
    for (const auto& [name, entity] : of(Space::Language)) visit(name, entity);
    for (const auto& [name, entity] : of(Space::Library)) visit(name, entity);
    if (library) return;
    for (const auto& [name, entity] : of(Space::User)) visit(name, entity);
  }

 private:
  [[nodiscard]] const NameMap& of(Space space) const {
    return maps_[static_cast<std::size_t>(space)];
  }
  NameMap maps_[3];
};

// How many letters have to be changed, added, left out or swapped to come from one to the other;
// `most` + 1 if it is more than `most`.
[[nodiscard]] std::size_t edits_between(std::string_view a, std::string_view b, std::size_t most);

// Looks for the name that is meant by a misspelt one.
class NearestName {
 public:
  explicit NearestName(std::string_view wanted)
      : wanted_(wanted),
        least_(1 + (wanted.size() < 2   ? 0
                    : wanted.size() < 4 ? 1
                    : wanted.size() < 8 ? 2
                                        : 3)) {}
  void offer(std::string_view name);
  // Empty: none is near.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string_view wanted_;
  std::size_t least_;  // edits
  std::string name_;
};

}  // namespace lull::asl
