// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reports for the tests of the report layer.
#pragma once

#include <filesystem>
#include <string>

#include "lull/report/model/report.hpp"

namespace lull::report {

// Two metric trees (time > mpi > mpi_latesender; visits), main > {solve > MPI_Recv, MPI_Recv}, two
// processes, the first with two threads. Values are small integers or halves:
//   time            main 1 1 1, solve 4 2 1, solve/MPI_Recv 2 0 3, main/MPI_Recv 0 0 1
//   mpi             the two MPI_Recv of time;  mpi_latesender  solve/MPI_Recv 1.5 0 2.5
//   visits          main 1 1 1, solve 10 10 10, solve/MPI_Recv 10 0 10, main/MPI_Recv 0 0 1
[[nodiscard]] Report small_report();
inline constexpr MetricId kTime(0), kMpi(1), kLateSender(2), kVisits(3);
inline constexpr CallPathId kMain(0), kSolve(1), kSolveReceive(2), kReceive(3);

// Returns tables of random shape, values in about `density` of all cells, names with markup and
// Unicode.
[[nodiscard]] Report random_report(unsigned seed, double density);

// Expects equality of the two reports, except for empty rows.
void expect_equal(const Report& actual, const Report& expected);

// A directory that is removed with its content by the destructor.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory();

  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const {
    return path_ / name;
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace lull::report
