// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A communication matrix prepared for display: between processes or between nodes, for all kinds of
// communication and waiting together, or for one kind of waiting.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lull/report/run/communication_matrix.hpp"

namespace lull::report {

struct MatrixPair {
  std::uint64_t from = 0;      // index of the name that sends, or that is waited for
  std::uint64_t to = 0;        // index of the name that receives, or that waits
  std::uint64_t messages = 0;  // includes one-sided transfers
  std::uint64_t bytes = 0;
  double seconds = 0;  // sum of times of messages from send to receive
  std::uint64_t waits = 0;
  double waiting = 0;  // in seconds
};

struct MatrixPairs {
  std::vector<std::string> names;  // names of processes, groups of processes, or nodes
  std::vector<MatrixPair> pairs;   // ascending by from and to
};

struct MatrixOptions {
  MetricId metric;       // kind of waiting; undefined: all
  bool by_node = false;  // combines the processes of a node
};

// Throws Error (usage) if the report has no matrix, if it does not record who waits for whom in the
// metric, or if it cannot be divided by nodes.
[[nodiscard]] MatrixPairs matrix_pairs(const Report& report, const MatrixOptions& options);

}  // namespace lull::report
