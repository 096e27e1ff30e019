// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Decides the fate of messages and collective operations: every process reports the reasons for
// removing its ends and members; after that, each process can query the fate of the whole. Uses one
// byte per message and operation.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lull/structure/filter/filter_report.hpp"
#include "lull/structure/filter/unit.hpp"

namespace lull::structure {

enum class Fate : std::uint8_t { Stays, Goes, Restored };

// The facts known about the records of one message or operation.
class Evidence {
 public:
  // Adds a record. The record is lost if it lies outside the part that can be kept.
  void note(Reason reason) {
    if (reason == Reason::None) {
      bits_ |= kKept;
      return;
    }
    if (reason == Reason::Time || reason == Reason::Team) bits_ |= kLost;
    if ((bits_ & kReason) == 0) bits_ |= static_cast<std::uint8_t>(reason);
  }
  void note_end(Unit::Kind kind) { bits_ |= kind == Unit::Kind::Receive ? kReceived : kSent; }
  [[nodiscard]] Reason reason() const { return static_cast<Reason>(bits_ & kReason); }
  // Returns whether a sender, or an operation, exists.
  [[nodiscard]] bool sent() const { return (bits_ & kSent) != 0; }
  [[nodiscard]] bool received() const { return (bits_ & kReceived) != 0; }
  [[nodiscard]] Fate fate(bool keep) const {
    if (reason() == Reason::None) return Fate::Stays;
    return keep && (bits_ & kKept) != 0 && (bits_ & kLost) == 0 ? Fate::Restored : Fate::Goes;
  }

 private:
  static constexpr std::uint8_t kReason = 7;
  static constexpr std::uint8_t kKept = 8;
  static constexpr std::uint8_t kLost = 16;
  static constexpr std::uint8_t kSent = 32;
  static constexpr std::uint8_t kReceived = 64;

  std::uint8_t bits_ = 0;
};

class Decisions {
 public:
  // Returns the evidence on a message or a collective operation.
  [[nodiscard]] Evidence& operator[](const Unit& unit) {
    std::vector<Evidence>& series =
        unit.kind == Unit::Kind::Collective ? operations_[unit.series] : messages_[unit.channel];
    if (unit.number >= series.size()) series.resize(unit.number + 1);
    return series[unit.number];
  }
  // Calls use(evidence) for each message, or for each operation.
  template <class Use>
  void for_each_message(Use&& use) const {
    for (const auto& [channel, messages] : messages_)
      for (const Evidence& message : messages) use(message);
  }
  template <class Use>
  void for_each_operation(Use&& use) const {
    for (const auto& [series, operations] : operations_)
      for (const Evidence& operation : operations) use(operation);
  }

 private:
  std::unordered_map<MessageChannel, std::vector<Evidence>, MessageChannel::Hash> messages_;
  std::unordered_map<CollectiveSeries, std::vector<Evidence>, CollectiveSeries::Hash> operations_;
};

}  // namespace lull::structure
