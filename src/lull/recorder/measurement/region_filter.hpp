// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which of the program's functions and marked regions are not recorded. Asked once for each; the
// library that knows names (filter_module.cpp) is only loaded where there is a filter.
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

// Null where all are recorded. Set before the program's first function runs.
[[nodiscard]] RegionFilter* region_filter() noexcept;
void set_region_filter(RegionFilter* filter) noexcept;

// Whether functions are to be recorded, but none was called that the compiler has instrumented.
[[nodiscard]] bool lacks_instrumented_functions() noexcept;

// A library is about to be unloaded, perhaps: its functions' names are noted, as its file may not
// be there when the program has ended.
void note_functions_of(void* library) noexcept;
// Libraries have been unloaded, perhaps: what is known of functions in these is forgotten.
void forget_functions() noexcept;

}  // namespace lull::recorder
