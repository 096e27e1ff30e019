// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Time that a thread worked after a moment that becomes known later. Takes non-nested spans in
// order and stores the last few of them. Older spans count as one, which only matters for defective
// traces, where the moment may lie within it.
#pragma once

#include <algorithm>
#include <vector>

#include "lull/base/time.hpp"

namespace lull::analysis {

class BusyTime {
 public:
  static constexpr std::size_t kSpans = 32;

  // Spans that ended before `settled` are no longer needed.
  void add(Timestamp from, Timestamp until, Timestamp settled) {
    std::erase_if(spans_, [settled](const Span& span) { return span.until <= settled; });
    if (spans_.size() == kSpans) {
      if (older_.ticks == 0) older_from_ = spans_.front().from;
      older_ += spans_.front().until - spans_.front().from;
      older_until_ = spans_.front().until;
      spans_.erase(spans_.begin());
    }
    spans_.push_back({from, until});
  }
  [[nodiscard]] Duration after(Timestamp moment) const {
    Duration sum{};
    if (older_.ticks > 0 && moment < older_until_)
      sum = moment <= older_from_ ? older_ : std::min(older_, older_until_ - moment);
    for (const Span& span : spans_)
      if (span.until > moment) sum += span.until - std::max(span.from, moment);
    return sum;
  }

 private:
  struct Span {
    Timestamp from, until;
  };
  std::vector<Span> spans_;
  Duration older_{};
  Timestamp older_from_, older_until_;
};

}  // namespace lull::analysis
