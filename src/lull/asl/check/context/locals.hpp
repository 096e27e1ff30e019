// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The variables of the current and the outer frame, and the facts that TYPEOF tests established
// about them. A name hides outer names until its declaration ends. Lookups take constant time.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "lull/asl/program/program.hpp"

namespace lull::asl {

struct Variable {
  enum class Kind : std::uint8_t { Slot, Lazy, Function };
  Kind kind = Kind::Slot;
  std::uint32_t index = 0;  // slot, index in Scope::lazy, or function
  StaticType type;
  std::uint32_t frame = 0;   // 0: the outermost
  std::uint32_t number = 0;  // distinguishes variables with the same name
};

class Locals {
 public:
  // Frames are left in reverse order, which also removes their declarations.
  void enter(code::Scope& scope);
  void leave();
  [[nodiscard]] code::Scope& scope() { return *frames_.back().scope; }
  [[nodiscard]] std::uint32_t frame() const {
    return static_cast<std::uint32_t>(frames_.size() - 1);
  }
  [[nodiscard]] std::uint32_t new_slot() { return scope().slots++; }

  void declare(const std::string& name, Variable variable);
  void undeclare();  // undeclares the last variable
  // Returns null if the variable is not found.
  [[nodiscard]] const Variable* find(const std::string& name) const;
  // Searches the current frame only.
  [[nodiscard]] bool has_own(const std::string& name) const;

  // Announces a name that is declared later.
  void announce(const std::string& name) { ++later_[name]; }
  void arrive(const std::string& name);
  [[nodiscard]] bool is_later(const std::string& name) const { return later_.count(name) != 0; }

  // Sets the class that the expression with that key is known to have, until `forget`.
  void narrow(const std::string& key, ClassId id);
  void forget(std::size_t facts);
  [[nodiscard]] std::size_t facts() const { return facts_.size(); }
  [[nodiscard]] std::optional<ClassId> narrowed(const std::string& key) const;

  template <class Visit>
  void for_each_name(const Visit& visit) const {
    for (const auto& [name, variables] : known_)
      if (!variables.empty()) visit(name);
  }

 private:
  struct Frame {
    code::Scope* scope;
    std::size_t begin;  // index in declared_
  };
  std::vector<Frame> frames_;
  std::vector<std::string> declared_;
  std::unordered_map<std::string, std::vector<Variable>> known_;
  std::unordered_map<std::string, std::size_t> later_;
  std::vector<std::string> facts_;
  std::unordered_map<std::string, std::vector<ClassId>> narrowed_;
  std::uint32_t next_ = 0;
};

}  // namespace lull::asl
