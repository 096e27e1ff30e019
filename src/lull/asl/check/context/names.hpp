// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The top-level names of a check: the names of the language and its model, of the shipped library,
// and of the user's files. User files see all three, their own names first; library files see the
// other two. A lookup takes constant time.
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

// The meaning of a name; `index` is its number in the table of its kind.
struct Entity {
  enum class Kind : std::uint8_t {
    Broken,         // declared incorrectly; uses are not reported
    Type,           // int, float, …: a StaticType::Kind
    Class,          // ClassId
    Enum,           // EnumId
    Function,       // FunctionId
    External,       // External
    Constant,       // ConstantId
    Share,          // low, medium, high: the number of quarters
    ProgramRegion,  // PROGRAM
    Pattern,        // PatternId
    Property,       // PropertyId
    Template,       // index in Checking::templates
    Formal,         // function formal: index in Checking::formal_functions
  };
  Kind kind = Kind::Broken;
  std::uint32_t index = 0;
  Position at;

  [[nodiscard]] bool is(Kind other) const { return kind == other; }
};

// Returns "a class", "a function" and so on.
[[nodiscard]] std::string_view kind_text(Entity::Kind kind);

using NameMap = std::unordered_map<std::string, Entity>;

class Names {
 public:
  enum class Space : std::uint8_t { Language, Library, User };

  // Returns null if the name is unknown in such a file.
  [[nodiscard]] const Entity* find(const std::string& name, bool library) const;
  [[nodiscard]] Entity* find_in(Space space, const std::string& name);
  // Returns false, without changes, if the space already has the name.
  bool add(Space space, const std::string& name, const Entity& entity);

  // Visits all names visible in such a file.
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

// Returns the number of letters to change, insert, delete or swap to turn one word into the other;
// `most` + 1 if it exceeds `most`.
[[nodiscard]] std::size_t edits_between(std::string_view a, std::string_view b, std::size_t most);

// Searches for the name closest to a misspelt one.
class NearestName {
 public:
  explicit NearestName(std::string_view wanted)
      : wanted_(wanted),
        least_(1 + (wanted.size() < 2   ? 0
                    : wanted.size() < 4 ? 1
                    : wanted.size() < 8 ? 2
                                        : 3)) {}
  void offer(std::string_view name);
  // Returns the closest name; empty if none is close.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string_view wanted_;
  std::size_t least_;  // smallest number of edits found so far
  std::string name_;
};

}  // namespace lull::asl
