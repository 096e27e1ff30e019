// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/counters/metric_class.hpp"

#include <atomic>
#include <exception>

#include "lull/recorder/measurement/measurement.hpp"

namespace lull::recorder {

std::uint32_t define_metric_class(std::span<const MetricMember> members,
                                  OTF2_MetricOccurrence occurrence) noexcept {
  static std::atomic<std::uint32_t> classes{0};
  const std::uint32_t number = classes++;
  try {
    nlohmann::json list = nlohmann::json::array();
    for (const MetricMember& member : members)
      list.push_back({{"name", member.name},
                      {"description", member.description},
                      {"type", member.type},
                      {"mode", member.mode},
                      {"value", member.value},
                      {"unit", member.unit},
                      {"exponent", member.exponent}});
    Measurement::instance().note(
        {{"metric", {{"number", number}, {"occurrence", occurrence}, {"members", list}}}});
  } catch (const std::exception& error) {
    Measurement::instance().give_up(error.what());
  }
  return number;
}

}  // namespace lull::recorder
