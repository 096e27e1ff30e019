// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/names/code_names.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "lull/recorder/names/debug_object.hpp"

namespace lull::recorder {

CodeNames::CodeNames() = default;
CodeNames::~CodeNames() = default;

DebugObject* CodeNames::object_of(const std::string& path) {
  auto& object = objects_[path];
  if (!object) object = std::make_unique<DebugObject>(path);
  return object.get();
}

CodeName CodeNames::function_at(const std::string& object, std::uint64_t offset) {
  return object_of(object)->function_at(offset);
}

CodeLine CodeNames::line_at(const std::string& object, std::uint64_t offset) {
  return object_of(object)->line_at(offset);
}

CodeLine CodeNames::line_in_function_at(const std::string& object, std::uint64_t offset) {
  return object_of(object)->line_in_function_at(offset);
}

std::string address_name(const std::string& object, std::uint64_t offset) {
  return fmt::format("{:#x}@{}", offset, std::filesystem::path(object).filename().string());
}

}  // namespace lull::recorder
