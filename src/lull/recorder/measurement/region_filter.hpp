// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Excludes functions and annotated regions of the program from the recording. Asked once for each;
// the library that resolves names (filter_module.cpp) is only loaded if there is a filter.
#pragma once

#include <string_view>

namespace lull::recorder {

class RegionFilter {
 public:
  RegionFilter() = default;
  RegionFilter(const RegionFilter&) = delete;
  RegionFilter& operator=(const RegionFilter&) = delete;
  virtual ~RegionFilter() = default;

  [[nodiscard]] virtual bool excludes_function(const void* address) noexcept = 0;
  [[nodiscard]] virtual bool excludes_region(std::string_view name,
                                             std::string_view file) noexcept = 0;
};

// Null if all are recorded. Set before the program's first function runs.
[[nodiscard]] RegionFilter* region_filter() noexcept;
void set_region_filter(RegionFilter* filter) noexcept;

// Returns whether functions are to be recorded, but no instrumented function was called.
[[nodiscard]] bool lacks_instrumented_functions() noexcept;

// Called before a library may be unloaded: notes the names of its functions, as its file may not
// exist when the program has ended.
void note_functions_of(void* library) noexcept;
// Called after libraries may have been unloaded: discards what is known about their functions.
void forget_functions() noexcept;

}  // namespace lull::recorder
