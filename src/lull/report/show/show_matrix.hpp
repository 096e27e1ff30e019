// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Communication and waiting between processes (matrix_pairs.hpp), for lull show --matrix: as text,
// JSON and CSV. All functions throw the same errors as matrix_pairs.
//
// JSON, one object: format "lull-matrix", version 1, names [of processes, groups or nodes], metric
// (of waiting; null: all), pairs [{from, to, messages, bytes, seconds, waits, waiting}]. CSV has a
// line for each pair. `from` sends, or is waited for; `to` receives, or waits.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "lull/report/run/matrix_pairs.hpp"
#include "lull/report/show/tree_table.hpp"

namespace lull::report {

enum class MatrixMeasure { Bytes, Messages, Time, Waiting };

struct MatrixView {
  MatrixOptions options;
  // None: the first measure with values, or waiting if a kind of waiting is selected.
  std::optional<MatrixMeasure> measure;
  std::size_t top = 10;  // number of pairs to show
  bool all = false;      // shows all pairs in their order
  bool blocks = true;    // the terminal can show block characters
  TableStyle style;
};

[[nodiscard]] std::string show_matrix(const Report& report, const MatrixView& view);
void write_matrix_json(const Report& report, const MatrixOptions& options, std::ostream& out);
void write_matrix_csv(const Report& report, const MatrixOptions& options, std::ostream& out);

}  // namespace lull::report
