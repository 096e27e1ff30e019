// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The events of a trace (base/event_list.def): OTF2's records with every reference replaced by a
// dense identifier. A reference to something that the archive does not define is an undefined id.
// Ranks are ranks in the event's communicator (for an inter-communicator: in the remote group).
// Spans point into the batch that the event came in and live as long as that batch.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "lull/base/time.hpp"
#include "lull/trace/event/enums.hpp"
#include "lull/trace/event/event_field_kinds.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull {

inline constexpr std::uint32_t kNoRank = 0xFFFFFFFFu;  // a collective without a root

// One struct for each event of the list.
#define FIELD(Kind, name) event_fields::Kind::Type name;
#define EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS) \
  struct Name {                                     \
    FIELDS                                          \
  };
#include "lull/base/event_list.def"

// A record that this version of the OTF2 library does not know.
struct UnknownEvent {};

#define FIELD(Kind, name)
#define EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS) Name,
using EventBody = std::variant<
#include "lull/base/event_list.def"
    UnknownEvent>;

// An event's additional OTF2 attributes.
using AttributeList = std::vector<std::pair<AttributeId, Value>>;

struct Event {
  Timestamp time;
  EventBody body;
  const AttributeList* attributes = nullptr;  // null: none
};

// The position of an event type in EventBody.
template <class Body, class Variant = EventBody>
struct EventKindOf;
template <class Body, class... Bodies>
struct EventKindOf<Body, std::variant<Bodies...>> {
  static constexpr std::size_t value = [] {
    std::size_t index = 0;
    static_cast<void>(((std::is_same_v<Body, Bodies> || (++index, false)) || ...));
    return index;
  }();
};
template <class Body>
inline constexpr std::size_t kEventKind = EventKindOf<Body>::value;

// Which event types a reader wants; the others are decoded and dropped.
using EventSelection = std::bitset<std::variant_size_v<EventBody>>;

template <class... Bodies>
[[nodiscard]] EventSelection select_events() {
  EventSelection selection;
  (selection.set(kEventKind<Bodies>), ...);
  return selection;
}
[[nodiscard]] inline EventSelection select_all_events() { return EventSelection{}.set(); }

// Returns whether the event is of one of these kinds, with a single table lookup however many kinds
// there are.
template <class... Bodies>
[[nodiscard]] inline bool is_one_of(const EventBody& body) {
  static constexpr auto kTable = [] {
    std::array<bool, std::variant_size_v<EventBody>> table{};
    ((table[kEventKind<Bodies>] = true), ...);
    return table;
  }();
  return kTable[body.index()];
}

}  // namespace lull
