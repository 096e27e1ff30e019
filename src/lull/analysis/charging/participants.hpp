// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Participants of a compound event, determined when one of its members is charged with a severity
// among the worst yet, so that its time lines can be shown. They follow from the event's fields:
// the locations of its calls and the messages in it. An event can override this with a member
// function participants(Participants&).
#pragma once

#include <ranges>
#include <type_traits>
#include <vector>

#include "lull/analysis/events/compound_event.hpp"
#include "lull/analysis/events/event_description.hpp"

namespace lull::analysis {

struct Transfer {
  LocationId sender;
  Timestamp sent;
  LocationId receiver;
  Timestamp received;
};

struct Participants;

template <class Event>
concept NamesParticipants = Described<Event> || requires(const Event& event, Participants& all) {
  event.participants(all);
};

struct Participants {
  static constexpr std::size_t kMost = 16;  // for larger events, the most important ones

  std::vector<LocationId> locations;
  std::vector<Transfer> messages;
  // Communicator whose other members are added at the end.
  CommunicatorId communicator;
  bool everybody = false;  // MPI_Init and MPI_Finalize, which have no communicator

  [[nodiscard]] bool full() const { return locations.size() >= kMost; }
  void add(LocationId location);
  void add(const Message& message);
  void add(const CallInstance& call) { add(call.location); }
  // Adds all participants in an event or a field.
  template <class Value>
  void add(const Value& value) {
    if constexpr (requires { value.participants(*this); }) {
      value.participants(*this);
    } else if constexpr (Described<Value>) {
      value.fields([this]<class Field>(std::string_view, const Field& field) { this->add(field); });
    } else if constexpr (std::ranges::range<Value> &&
                         !std::is_convertible_v<Value, std::string_view>) {
      for (const auto& element : value) {
        if (full()) break;
        add(element);
      }
    }
  }
};

}  // namespace lull::analysis
