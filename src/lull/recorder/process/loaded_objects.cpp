// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/process/loaded_objects.hpp"

#include <link.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "lull/recorder/process/dynamic_section.hpp"

namespace lull::recorder {

bool is_any_loaded(std::initializer_list<std::string_view> names) noexcept {
  const auto look = [](dl_phdr_info* object, std::size_t, void* wanted) {
    const std::string_view path = object->dlpi_name;
    const std::string_view file = path.substr(path.rfind('/') + 1);
    return static_cast<int>(
        std::ranges::any_of(*static_cast<std::initializer_list<std::string_view>*>(wanted),
                            [=](std::string_view name) { return file.starts_with(name); }));
  };
  return ::dl_iterate_phdr(look, &names) != 0;
}

bool program_names_any(std::initializer_list<std::string_view> names) noexcept {
  const auto look = [](dl_phdr_info* program, std::size_t, void* wanted) {
    const DynamicSection section(*program);
    const std::string_view all(section.strings(), section.strings_size());
    const bool found =
        std::ranges::any_of(*static_cast<std::initializer_list<std::string_view>*>(wanted),
                            [=](std::string_view name) { return all.find(name) != all.npos; });
    return found ? 1 : -1;  // the program is the first object: the others are its libraries
  };
  return ::dl_iterate_phdr(look, &names) == 1;
}

bool is_launched_by_mpi() noexcept {
  constexpr std::array kRanks{"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "PMI_ID"};
  return std::ranges::any_of(kRanks, [](const char* name) { return std::getenv(name) != nullptr; });
}

}  // namespace lull::recorder
