// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The steps of waves that run through one process on one grid: what it receives along a grid and
// then sends. A step comes from where it is received from and, in dimensions in which nothing is
// received (at the border), from the side opposite to where it is sent. The first step that comes
// from another corner than the one before finds the pipeline empty.
#pragma once

#include <vector>

#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/wave_events.hpp"

namespace lull::analysis {

class WaveSteps {
 public:
  // In the order of a process's events.
  void receive(const GridSides& from, const WaveReceive& receive, Outbox& outbox);
  void send(const GridSides& to, Outbox& outbox);
  // At the end of the trace.
  void finish(Outbox& outbox) { end_step(outbox); }

 private:
  void end_step(Outbox& outbox);

  // Of the current step.
  std::vector<WaveReceive> receives_;
  GridSides from_{};  // 0: not yet
  GridSides to_{};
  bool has_sends_ = false;
  bool is_wave_ = true;
  // Of the one before; 0: not known.
  GridSides before_{};
};

}  // namespace lull::analysis
