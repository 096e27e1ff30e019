// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A communication matrix as people look at it: between processes or between nodes, all kinds of
// communication and of waiting together, or one kind of waiting.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lull/report/run/communication_matrix.hpp"

namespace lull::report {

struct MatrixPair {
  std::uint64_t from = 0;      // who sends, or is waited for
  std::uint64_t to = 0;        // who receives, or waits
  std::uint64_t messages = 0;  // and one-sided transfers
  std::uint64_t bytes = 0;
  double seconds = 0;  // of messages, from sending to receiving, added up
  std::uint64_t waits = 0;
  double waiting = 0;  // seconds
};

struct MatrixPairs {
  std::vector<std::string> names;  // of processes, groups of processes, or nodes
  std::vector<MatrixPair> pairs;   // ascending by from and to
};

struct MatrixOptions {
  MetricId metric;       // of waiting; undefined: all
  bool by_node = false;  // what processes of a node have together
};

// Throws Error (usage) when the report has no matrix, when what is waited for is not known of the
// metric, and when it cannot be divided by nodes.
[[nodiscard]] MatrixPairs matrix_pairs(const Report& report, const MatrixOptions& options);

}  // namespace lull::report
