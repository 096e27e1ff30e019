// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The fields of events by name, for code that does not know the kinds of events at compile time:
// other languages, printers. use(name, value) is called for each field, in order; values have the
// types in event.hpp.
#pragma once

#include <utility>
#include <variant>

#include "lull/trace/event/event.hpp"

namespace lull {

#define FIELD(Kind, name) use(#name, e.name);
#define EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS)                              \
  template <class Use>                                                           \
  void with_fields([[maybe_unused]] const Name& e, [[maybe_unused]] Use&& use) { \
    FIELDS                                                                       \
  }
#include "lull/base/event_list.def"

template <class Use>
void with_fields(const UnknownEvent& /*event*/, Use&& /*use*/) {}

template <class Use>
void with_fields(const EventBody& body, Use&& use) {
  std::visit([&](const auto& e) { with_fields(e, use); }, body);
}

}  // namespace lull
