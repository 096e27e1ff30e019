// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Archives of many programs and measurement systems, as parameters of tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <vector>

#include "support/shared.hpp"

namespace lull::support {

// Empty if there are none.
inline std::vector<std::filesystem::path> real_traces() {
  std::vector<std::filesystem::path> traces;
  std::error_code missing;
  for (const auto& entry :
       std::filesystem::directory_iterator(support::shared_directory() / "traces", missing))
    if (entry.is_directory()) traces.push_back(entry.path());
  std::ranges::sort(traces);
  return traces;
}

inline std::string name_of_trace(const testing::TestParamInfo<std::filesystem::path>& test) {
  std::string name = test.param.filename();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

}  // namespace lull::support
