// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/event/kept_events.hpp"

#include <algorithm>

namespace lull {

void KeptEvents::copy(std::span<const Event> from) {
  values.clear();
  attributes.clear();
  room.assign(from.begin(), from.end());
  events = room;
  for (Event& event : events) {
    if (event.attributes != nullptr)
      event.attributes =
          attributes.emplace_back(std::make_unique<AttributeList>(*event.attributes)).get();
    auto* const sample = std::get_if<MetricSample>(&event.body);
    if (sample == nullptr) continue;
    auto& copied = values.emplace_back(std::make_unique<Value[]>(sample->values.size()));
    std::ranges::copy(sample->values, copied.get());
    sample->values = {copied.get(), sample->values.size()};
  }
}

}  // namespace lull
