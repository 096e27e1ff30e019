// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The processes that run a command. Without MPI, there is one process.
#pragma once

#ifdef LULL_WITH_MPI
#include "lull/parallel/job.hpp"
namespace lull::cli {
using parallel::Job;
using parallel::launched_rank;
}  // namespace lull::cli
#else
#include <functional>

#include "lull/analysis/distribution/partners.hpp"
namespace lull::cli {
[[nodiscard]] inline int launched_rank() { return 0; }

class Job {
 public:
  [[nodiscard]] analysis::Partners* partners() const { return nullptr; }
  [[nodiscard]] bool is_first() const { return true; }
  [[nodiscard]] int rank() const { return 0; }
  [[nodiscard]] int size() const { return 1; }
  [[nodiscard]] int size_here() const { return 1; }
  void first(const std::function<void()>& work) { work(); }
  void all(const std::function<void()>& work) { work(); }
  void jointly(const std::function<void()>& work) const { work(); }
};
}  // namespace lull::cli
#endif
