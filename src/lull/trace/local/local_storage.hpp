// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The storage of the events of a LocalTrace, and a place among them. The functions are specified in
// LocalTrace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "lull/trace/event/event.hpp"
#include "lull/trace/rules/call_tree.hpp"

namespace lull {

// A place: at an event, or after the last one. Copies are independent.
class LocalPlace {
 public:
  LocalPlace() = default;
  virtual ~LocalPlace() = default;
  [[nodiscard]] virtual std::unique_ptr<LocalPlace> copy() const = 0;

  [[nodiscard]] virtual std::uint64_t position() const = 0;
  // Returns the event at the place; valid until the place moves.
  [[nodiscard]] virtual const Event& event() const = 0;
  // Returns the call path around the event; for an enter the one that begins, for a leave the one
  // that ends; undefined outside any region, and for a leave of a region that is not open.
  [[nodiscard]] virtual CallNodeId node() const = 0;
  // Returns the call path directly after the event.
  [[nodiscard]] virtual CallNodeId node_behind() const = 0;

  // There must be an event to move to.
  virtual void forward() = 0;
  virtual void backward() = 0;
  // Moves to Enter or Leave of the region instance around the event; from an Enter to its Leave and
  // the Enter of its caller, from a Leave to its Enter and its caller's Leave. Returns false,
  // without moving, if there is none.
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
  // Returns the size of the data that other storages may share.
  [[nodiscard]] virtual std::size_t shared_bytes() const { return 0; }
  // Returns the largest difference between an event's recorded and stored time.
  [[nodiscard]] virtual Duration deviation() const = 0;
  // Returns a place at an event, or after the last one.
  [[nodiscard]] virtual std::unique_ptr<LocalPlace> at(std::uint64_t position) const = 0;
};

}  // namespace lull
