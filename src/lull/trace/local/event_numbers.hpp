// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The differences between otherwise identical events: the number that only links an event to
// another (a request, a matching id), and the rank of its partner.
#pragma once

#include <cstdint>
#include <optional>

#include "lull/trace/event/event.hpp"

namespace lull {

// Calls use(number) with a reference to the event's linking number, if any.
template <class Body, class Use>
bool with_number(Body& body, Use&& use) {
  return std::visit(
      [&](auto& e) {
        if constexpr (requires { e.request; }) {
          use(e.request);
        } else if constexpr (requires { e.matching; }) {
          use(e.matching);
        } else if constexpr (requires { e.sequence; }) {
          use(e.sequence);
        } else if constexpr (requires { e.generation; }) {
          use(e.generation);
        } else if constexpr (requires { e.order; }) {
          use(e.order);
        } else if constexpr (requires { e.stop; }) {
          use(e.stop.ticks);
        } else {
          return false;
        }
        return true;
      },
      body);
}

// Calls use(rank) with a reference to the rank of the event's partner, if any.
template <class Body, class Use>
bool with_partner(Body& body, Use&& use) {
  return std::visit(
      [&](auto& e) {
        if constexpr (requires { e.receiver; }) {
          use(e.receiver);
        } else if constexpr (requires { e.sender; }) {
          use(e.sender);
        } else if constexpr (requires { e.remote; }) {
          use(e.remote);
        } else {
          return false;
        }
        return true;
      },
      body);
}

[[nodiscard]] inline std::optional<std::uint64_t> number_of(const EventBody& body) {
  std::optional<std::uint64_t> number;
  with_number(body, [&](const auto& found) { number = found; });
  return number;
}

inline void set_number(EventBody& body, std::uint64_t number) {
  with_number(body, [&]<class Number>(Number& place) { place = static_cast<Number>(number); });
}

}  // namespace lull
