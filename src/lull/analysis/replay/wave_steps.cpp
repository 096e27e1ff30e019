// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/wave_steps.hpp"

#include "lull/analysis/pattern.hpp"

namespace lull::analysis {

namespace {

[[nodiscard]] bool is_side(std::int8_t side) { return side == -1 || side == 1; }

}  // namespace

void WaveSteps::receive(const GridSides& from, const WaveReceive& receive, Outbox& outbox) {
  bool ends = has_sends_;
  for (std::size_t d = 0; d < from.size(); ++d) ends |= is_side(from[d]) && from_[d] == from[d];
  if (ends) end_step(outbox);
  for (std::size_t d = 0; d < from.size(); ++d) {
    if (from[d] == kNoSide) from_[d] = to_[d] = kNoSide;
    if (!is_side(from[d])) continue;
    if (from_[d] == -from[d]) is_wave_ = false;  // from both sides: halos are exchanged
    from_[d] = from[d];
  }
  receives_.push_back(receive);
}

void WaveSteps::send(const GridSides& to, Outbox& outbox) {
  bool ends = false;
  bool back = false;  // to where something was received from
  for (std::size_t d = 0; d < to.size(); ++d) {
    if (!is_side(to[d])) continue;
    ends |= is_side(to_[d]);
    back |= from_[d] == to[d];
  }
  if (ends || (back && has_sends_)) {
    end_step(outbox);
    back = false;
  }
  if (back) is_wave_ = false;
  for (std::size_t d = 0; d < to.size(); ++d)
    if (to[d] != 0) to_[d] = to[d];
  has_sends_ = true;
}

void WaveSteps::end_step(Outbox& outbox) {
  GridSides corner{};
  bool known = is_wave_;
  for (std::size_t d = 0; d < corner.size(); ++d) {
    const bool lacks = from_[d] == kNoSide || to_[d] == kNoSide;
    const auto back = static_cast<std::int8_t>(-to_[d]);
    const std::int8_t known_side = from_[d] != 0 ? from_[d] : to_[d] != 0 ? back : before_[d];
    corner[d] = lacks ? kNoSide : known_side;
    known &= corner[d] != 0;
  }
  for (WaveReceive& receive : receives_) {
    receive.corner = corner;
    receive.refill = known && corner != before_;
    outbox.post(Forwarded<WaveReceive>{receive.process, receive});
  }
  before_ = is_wave_ ? corner : GridSides{};
  receives_.clear();
  from_ = to_ = {};
  has_sends_ = false;
  is_wave_ = true;
}

}  // namespace lull::analysis
