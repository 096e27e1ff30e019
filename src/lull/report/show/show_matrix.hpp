// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Who communicates with whom, and who waits for whom (matrix_pairs.hpp), for lull show --matrix: as
// text, and for programs. All of them throw Error as matrix_pairs does.
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
  // None: the first that there is any of, or waiting where its kind is asked for.
  std::optional<MatrixMeasure> measure;
  std::size_t top = 10;  // so many pairs with most of it
  bool all = false;      // all pairs, in their order
  bool blocks = true;    // the terminal shows block characters
  TableStyle style;
};

[[nodiscard]] std::string show_matrix(const Report& report, const MatrixView& view);
void write_matrix_json(const Report& report, const MatrixOptions& options, std::ostream& out);
void write_matrix_csv(const Report& report, const MatrixOptions& options, std::ostream& out);

}  // namespace lull::report
