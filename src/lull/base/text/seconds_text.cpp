// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/text/seconds_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace lull {

std::string short_seconds(double seconds) {
  const double size = std::abs(seconds);
  if (size >= 0.9995 || size == 0) return fmt::format("{:.3g} s", seconds);
  if (size >= 0.9995e-3) return fmt::format("{:.3g} ms", seconds * 1e3);
  return size >= 0.9995e-6 ? fmt::format("{:.3g} us", seconds * 1e6)
                           : fmt::format("{:.3g} ns", seconds * 1e9);
}

std::string signed_seconds(double seconds) {
  return (seconds < 0 ? "" : "+") + short_seconds(seconds);
}

}  // namespace lull
