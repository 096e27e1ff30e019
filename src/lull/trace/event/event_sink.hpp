// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Takes events one by one, as they are decoded. The kinds that make up most traces are passed as
// they are, all others as an Event.
#pragma once

#include "lull/base/time.hpp"
#include "lull/trace/event/event.hpp"

namespace lull {

class EventSink {
 public:
  EventSink() = default;
  EventSink(const EventSink&) = delete;
  EventSink& operator=(const EventSink&) = delete;
  virtual ~EventSink() = default;

  virtual void on(Timestamp time, const Enter& body) = 0;
  virtual void on(Timestamp time, const Leave& body) = 0;
  virtual void on(Timestamp time, const MpiSend& body) = 0;
  virtual void on(Timestamp time, const MpiRecv& body) = 0;
  virtual void on(const Event& event) = 0;

  template <class Body>
  static constexpr bool kAsItIs = std::is_same_v<Body, Enter> || std::is_same_v<Body, Leave> ||
                                  std::is_same_v<Body, MpiSend> || std::is_same_v<Body, MpiRecv>;
};

}  // namespace lull
