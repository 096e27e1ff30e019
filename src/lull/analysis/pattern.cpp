// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/pattern.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace lull::analysis {

MetricIndex Bus::metric(std::string_view id) const {
  const MetricIndex index = catalogue_.find(id);
  if (!index.defined())
    throw std::logic_error(fmt::format("a pattern charges to the unknown metric {}", id));
  return index;
}

void Bus::note(MetricIndex metric, const CallInstance& call, Duration waiting) {
  SevereCall severe{metric, call, waiting, {}};
  if (!severe_calls.keeps(severe)) return;
  severe.participants.add(call.location);
  if (published_.describe != nullptr) published_.describe(published_.event, severe.participants);
  severe_calls.note(std::move(severe));
}

}  // namespace lull::analysis
