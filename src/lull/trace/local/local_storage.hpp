// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How the events of a LocalTrace are stored, and a place among them. LocalTrace says what its
// functions mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "lull/trace/event/event.hpp"
#include "lull/trace/rules/call_tree.hpp"

namespace lull {

// A place: at an event, or behind the last one. Copies are independent.
class LocalPlace {
 public:
  LocalPlace() = default;
  virtual ~LocalPlace() = default;
  [[nodiscard]] virtual std::unique_ptr<LocalPlace> copy() const = 0;

  [[nodiscard]] virtual std::uint64_t position() const = 0;
  // Of the event there; valid until the place moves.
  [[nodiscard]] virtual const Event& event() const = 0;
  // The call path around the event; of an enter the one that begins, of a leave the one that ends;
  // undefined outside, and for a leave of a region that is not open.
  [[nodiscard]] virtual CallNodeId node() const = 0;
  // The call path directly behind the event.
  [[nodiscard]] virtual CallNodeId node_behind() const = 0;

  // There must be an event there, or before.
  virtual void forward() = 0;
  virtual void backward() = 0;
  // To Enter or Leave of the region instance around the event; of an Enter itself its Leave and the
  // Enter of its caller, of a Leave its own Enter and its caller's Leave. False where there is
  // none: then the place does not move.
  virtual bool to_enter() = 0;
  virtual bool to_leave() = 0;

 protected:
  LocalPlace(const LocalPlace&) = default;
  LocalPlace& operator=(const LocalPlace&) = default;
};

class LocalStorage {
 public:
  LocalStorage() = default;
  LocalStorage(const LocalStorage&) = delete;
  LocalStorage& operator=(const LocalStorage&) = delete;
  virtual ~LocalStorage() = default;

  [[nodiscard]] virtual std::uint64_t size() const = 0;
  [[nodiscard]] virtual std::size_t bytes() const = 0;
  // What other storages may use, too.
  [[nodiscard]] virtual std::size_t shared_bytes() const { return 0; }
  // The largest difference between the time of an event and the one that is stored.
  [[nodiscard]] virtual Duration deviation() const = 0;
  // At an event, or behind the last one.
  [[nodiscard]] virtual std::unique_ptr<LocalPlace> at(std::uint64_t position) const = 0;
};

}  // namespace lull
