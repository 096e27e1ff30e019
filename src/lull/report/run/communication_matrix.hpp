// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Who communicates with whom, and who waits for whom: sums over pairs of processes. It travels in
// the .cubex file as the member kMatrixMember, a JSON object that docs/report-formats.md describes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

inline constexpr const char* kMatrixMember = "lull/matrix.json";
inline constexpr std::uint64_t kMostOfPair = std::uint64_t{1} << 60U;  // bytes, and how many

struct CommunicationMatrix {
  // From group to group of processes; those that are missing have nothing.
  struct Messages {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    double seconds = 0;  // from sending to receiving, added up; of transfers 0
  };
  struct Waits {
    std::uint64_t from = 0;  // who is waited for
    std::uint64_t to = 0;    // who waits
    std::uint64_t count = 0;
    double seconds = 0;
  };
  struct Waiting {
    MetricId metric;  // with all below it
    std::vector<Waits> pairs;
  };

  std::uint64_t processes_of_group = 0;  // neighbours; the last may have fewer. 0: no matrix
  std::vector<Messages> messages;        // ascending, like all lists here
  std::vector<Messages> transfers;       // one-sided; those of gets are from their targets
  std::vector<Waiting> waiting;

  [[nodiscard]] bool empty() const { return processes_of_group == 0; }
};

// How many groups the report's processes are.
[[nodiscard]] std::size_t groups_of(const CommunicationMatrix& matrix, const Report& report);
// "MPI Rank 3"; "MPI Rank 4 … MPI Rank 7" of several.
[[nodiscard]] std::string group_name(const CommunicationMatrix& matrix, const Report& report,
                                     std::size_t group);

// The member's text.
[[nodiscard]] std::string matrix_as_json(const CommunicationMatrix& matrix, const Report& report);
// What the report's member says; empty when it has none. Metrics that the report does not have are
// left out. Throws Error (input) for a member that is no such object or does not fit the report.
[[nodiscard]] CommunicationMatrix matrix_of(const Report& report);

}  // namespace lull::report
