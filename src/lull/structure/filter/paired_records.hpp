// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Pairs of records that name each other by a number, and what lies between: locks, one-sided
// operations, input and output, tasks, what is created and destroyed. What is paired with what is
// said in paired_records.cpp; a record without its other one is a unit of its own. One process.
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
  // Behind the last event.
  void finish();

  // What pairs have to agree in.
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
    std::size_t thread = 0;  // kAnyThread: pairs of different threads
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
    bool complete = false;  // may get more, and need not
    std::vector<Place> records;
  };
  friend class PairVisitor;

  void begin(const Key& key, const Place& place, Unit::Kind kind = Unit::Kind::Tied);
  // Goes on with what is open, or begins.
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
