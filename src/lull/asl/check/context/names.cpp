// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/check/context/names.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace lull::asl {

std::string_view kind_text(Entity::Kind kind) {
  switch (kind) {
    case Entity::Kind::Broken:
      return "something wrong";
    case Entity::Kind::Type:
      return "a type";
    case Entity::Kind::Class:
      return "a class";
    case Entity::Kind::Enum:
      return "an enum";
    case Entity::Kind::Function:
    case Entity::Kind::External:
    case Entity::Kind::Formal:
      return "a function";
    case Entity::Kind::Constant:
    case Entity::Kind::Share:
    case Entity::Kind::ProgramRegion:
      return "a constant";
    case Entity::Kind::Pattern:
      return "a pattern";
    case Entity::Kind::Property:
      return "a property";
    case Entity::Kind::Template:
      return "a template";
  }
  return "";
}

const Entity* Names::find(const std::string& name, bool library) const {
  for (const Space space : {Space::User, Space::Library, Space::Language}) {
    if (library && space == Space::User) continue;
    const NameMap& map = of(space);
    const auto found = map.find(name);
    if (found != map.end()) return &found->second;
  }
  return nullptr;
}

Entity* Names::find_in(Space space, const std::string& name) {
  NameMap& map = maps_[static_cast<std::size_t>(space)];
  const auto found = map.find(name);
  return found == map.end() ? nullptr : &found->second;
}

bool Names::add(Space space, const std::string& name, const Entity& entity) {
  return maps_[static_cast<std::size_t>(space)].emplace(name, entity).second;
}

std::size_t edits_between(std::string_view a, std::string_view b, std::size_t most) {
  const std::size_t longer = std::max(a.size(), b.size());
  if (longer - std::min(a.size(), b.size()) > most || longer > 64) return most + 1;
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  };
  std::vector<std::size_t> two_above;
  std::vector<std::size_t> above(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = above[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, change});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
        row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
    two_above = std::move(above);
    above = std::move(row);
  }
  return std::min(above.back(), most + 1);
}

void NearestName::offer(std::string_view name) {
  const std::size_t most = name_.empty() ? least_ - 1 : least_;
  const std::size_t edits = edits_between(wanted_, name, most);
  if (name.empty() || edits > most || (edits == least_ && name >= name_)) return;
  least_ = edits;
  name_ = name;
}

}  // namespace lull::asl
