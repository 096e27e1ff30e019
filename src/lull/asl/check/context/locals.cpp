// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/check/context/locals.hpp"

namespace lull::asl {

void Locals::enter(code::Scope& scope) { frames_.push_back({&scope, declared_.size()}); }

void Locals::leave() {
  while (declared_.size() > frames_.back().begin) undeclare();
  frames_.pop_back();
}

void Locals::declare(const std::string& name, Variable variable) {
  variable.frame = frame();
  variable.number = next_++;
  known_[name].push_back(variable);
  declared_.push_back(name);
}

void Locals::undeclare() {
  const auto found = known_.find(declared_.back());
  found->second.pop_back();
  if (found->second.empty()) known_.erase(found);
  declared_.pop_back();
}

const Variable* Locals::find(const std::string& name) const {
  const auto found = known_.find(name);
  return found == known_.end() ? nullptr : &found->second.back();
}

bool Locals::has_own(const std::string& name) const {
  const Variable* const variable = find(name);
  return variable != nullptr && variable->frame == frame();
}

void Locals::arrive(const std::string& name) {
  const auto found = later_.find(name);
  if (found != later_.end() && --found->second == 0) later_.erase(found);
}

void Locals::narrow(const std::string& key, ClassId id) {
  narrowed_[key].push_back(id);
  facts_.push_back(key);
}

void Locals::forget(std::size_t facts) {
  for (; facts_.size() > facts; facts_.pop_back()) {
    const auto found = narrowed_.find(facts_.back());
    found->second.pop_back();
    if (found->second.empty()) narrowed_.erase(found);
  }
}

std::optional<ClassId> Locals::narrowed(const std::string& key) const {
  const auto found = narrowed_.find(key);
  if (found == narrowed_.end()) return std::nullopt;
  return found->second.back();
}

}  // namespace lull::asl
