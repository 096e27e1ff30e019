// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Returns an event's contents as numbers, to find equal events in a table: events with the same
// contents give the same numbers. Texts and lists of values do not count.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "lull/trace/event/event_fields.hpp"

namespace lull {

constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t with) {
  hash = (hash ^ with) * 0xFF51AFD7ED558CCDu;
  return hash ^ hash >> 32;
}

class EventShape {
 public:
  explicit EventShape(const EventBody& body) {
    add(body.index());
    with_fields(body, [this]<class Field>(const char*, const Field& field) {
      if constexpr (requires { field.value; })
        add(field.value);
      else if constexpr (requires { field.ticks; })
        add(field.ticks);
      else if constexpr (!requires { field.size(); })
        add(field);
    });
  }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }
  friend bool operator==(const EventShape&, const EventShape&) = default;

 private:
  template <class Field>
  void add(Field field) {
    static_assert(sizeof field <= sizeof numbers_[0]);
    std::uint64_t number = 0;
    std::memcpy(&number, &field, sizeof field);
    numbers_.at(size_++) = number;
    hash_ = mixed(hash_, number);
  }

  std::array<std::uint64_t, 9> numbers_{};
  std::size_t size_ = 0;
  std::uint64_t hash_ = 0;
};

}  // namespace lull
