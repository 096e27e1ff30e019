// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Communication and waiting between pairs of processes, as sums. Stored in the .cubex file as the
// member kMatrixMember, a JSON object that docs/report-formats.md describes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

inline constexpr const char* kMatrixMember = "lull/matrix.json";
inline constexpr std::uint64_t kMostOfPair = std::uint64_t{1} << 60U;  // limit on bytes and counts

struct CommunicationMatrix {
  // Messages between groups of processes. Missing pairs are zero.
  struct Messages {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    double seconds = 0;  // sum of times from send to receive; 0 for transfers
  };
  struct Waits {
    std::uint64_t from = 0;  // group that is waited for
    std::uint64_t to = 0;    // group that waits
    std::uint64_t count = 0;
    double seconds = 0;
  };
  struct Waiting {
    MetricId metric;  // including its sub-metrics
    std::vector<Waits> pairs;
  };

  // Number of processes in a group, which are neighbours; the last group may have fewer. 0: none.
  std::uint64_t processes_of_group = 0;
  std::vector<Messages> messages;   // ascending, like all lists here
  std::vector<Messages> transfers;  // one-sided transfers; a get counts from its target
  std::vector<Waiting> waiting;

  [[nodiscard]] bool empty() const { return processes_of_group == 0; }
};

// Returns the number of groups of the report's processes.
[[nodiscard]] std::size_t groups_of(const CommunicationMatrix& matrix, const Report& report);
// Returns a name such as "MPI Rank 3", or "MPI Rank 4 … MPI Rank 7" for several processes.
[[nodiscard]] std::string group_name(const CommunicationMatrix& matrix, const Report& report,
                                     std::size_t group);

// Returns the member's text.
[[nodiscard]] std::string matrix_as_json(const CommunicationMatrix& matrix, const Report& report);
// Reads the report's member; empty if it has none. Omits metrics that the report lacks. Throws
// Error (input) for a malformed member or one that does not fit the report.
[[nodiscard]] CommunicationMatrix matrix_of(const Report& report);

}  // namespace lull::report
