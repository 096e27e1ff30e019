// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/pattern.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace lull::analysis {

MetricIndex Bus::metric(std::string_view id) const {
  const MetricIndex index = catalogue_.find(id);
  if (!index.defined())
    throw std::logic_error(fmt::format("a pattern charges to the unknown metric {}", id));
  return index;
}

}  // namespace lull::analysis
