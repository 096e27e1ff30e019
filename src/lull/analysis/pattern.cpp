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

// Paths of other processes are told apart by location, too: there may be more groups than needed.
std::uint64_t Bus::path_key(const CallInstance& call) const {
  const PathKeys* const keys = paths_ == nullptr ? nullptr : (*paths_)[call.location.index()];
  if (keys != nullptr) return (*keys)[call.path.index()];
  const std::uint64_t place = std::uint64_t{call.location.value} << 32 | call.path.value;
  return ~place * 0x9E3779B97F4A7C15ull;
}

void Bus::keep(const Charge& charge) {
  if (catalogue_[charge.metric].info.unit == Unit::Seconds) charges_->push_back(charge);
}

void Bus::note(SevereCalls::GroupIndex group, MetricIndex metric, const CallInstance& call,
               Duration waiting) {
  SevereCall severe{metric, call, waiting, {}};
  if (!severe_calls.keeps(group, severe)) return;
  severe.participants.add(call.location);
  if (published_.describe != nullptr) published_.describe(published_.event, severe.participants);
  severe_calls.note(group, std::move(severe));
}

}  // namespace lull::analysis
