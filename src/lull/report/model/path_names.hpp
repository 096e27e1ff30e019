// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Names of call paths, such as "main/solve (iter=5)/MPI_Recv". If there are more than kMostCalls
// calls, the calls in the middle are counted: "main/walk/…/52 calls/…/walk/MPI_Recv". This bounds
// the length of names regardless of the depth of recursion.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

constexpr std::size_t kMostCalls = 96;

// Returns the name of a call path that is given as its calls, from the innermost to the root.
[[nodiscard]] std::string path_name_of(const Report& report, std::span<const CallPathId> calls);

// The names of all call paths of a report. The report must outlive this object. Construction takes
// O(call paths) time, each name O(1).
class PathNames {
 public:
  explicit PathNames(const Report& report);
  [[nodiscard]] std::string operator[](CallPathId path) const;

 private:
  struct Place {
    std::size_t depth = 0;  // 0: not computed yet; 1: a root
    CallPathId outer;       // the ancestor at which the outermost part ends, for deep paths
  };
  void place(CallPathId path);

  const Report& report_;
  std::vector<Place> places_;
};

}  // namespace lull::report
