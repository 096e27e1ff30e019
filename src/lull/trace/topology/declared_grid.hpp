// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace whose processes form a Cartesian grid that its program did not declare to MPI.
#pragma once

#include <memory>
#include <string_view>

#include "lull/trace/source/cursor.hpp"

namespace lull {

class TraceOnGrid final : public TraceSource {
 public:
  // `sizes` gives the sizes of the dimensions, as in "4x4"; p marks a periodic dimension, as in
  // "8px2". Ranks of MPI_COMM_WORLD are in the order of MPI_Cart_create: the last dimension varies
  // fastest. Throws Error (usage) when the sizes cannot be parsed, or do not match the number of
  // processes.
  TraceOnGrid(std::unique_ptr<TraceSource> source, std::string_view sizes);

  [[nodiscard]] const Definitions& definitions() const override { return definitions_; }
  [[nodiscard]] std::unique_ptr<EventCursor> open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const override {
    return source_->open(location, selection, attributes);
  }

 private:
  std::unique_ptr<TraceSource> source_;
  Definitions definitions_;
};

}  // namespace lull
