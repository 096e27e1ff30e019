// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Pairs of records that refer to each other by a number, with the records in between: locks,
// one-sided operations, I/O, tasks, objects created and destroyed. paired_records.cpp defines the
// pairs; a record without a counterpart is a unit by itself. An object handles one process.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lull/structure/filter/unit.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::structure {

class PairedRecords {
 public:
  explicit PairedRecords(UseUnit use) : use_(std::move(use)) {}

  void look_at(const Place& place, const EventBody& body);
  // Call after the last event.
  void finish();

  // Both records of a pair must belong to the same family.
  enum class Family : std::uint8_t {
    ThreadLock,
    WindowLock,
    Transfer,
    Window,
    Communicator,
    IoHandle,
    IoOperation,
    IoLock,
    Task,
    ThreadStart,
    ThreadStop
  };
  struct Key {
    Family family;
    std::size_t thread = 0;  // kAnyThread: pairs across threads
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    std::uint64_t third = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };

 private:
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept;
  };
  struct Open {
    Unit::Kind kind = Unit::Kind::Tied;
    bool complete = false;  // may be extended but need not be
    std::vector<Place> records;
  };
  friend class PairVisitor;

  void begin(const Key& key, const Place& place, Unit::Kind kind = Unit::Kind::Tied);
  // Extends the open unit, or begins one.
  void join(const Key& key, const Place& place);
  void add(const Key& key, const Place& place, bool completes = false);
  void end(const Key& key, const Place& place);
  void use(const Open& open);
  void forget_complete();

  UseUnit use_;
  std::unordered_map<Key, std::vector<Open>, KeyHash> open_;  // the innermost last
  std::size_t limit_ = std::size_t{1} << 16U;
};

}  // namespace lull::structure
