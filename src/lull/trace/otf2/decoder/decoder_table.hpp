// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Turns the contents of each type of record into an event, by calling the callback that the OTF2
// library would call. Records that are not selected are only checked.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "lull/trace/otf2/decoder/event_batch.hpp"
#include "lull/trace/otf2/records/record_reader.hpp"

namespace lull::otf2 {

// Adds nothing for a record that is not sound.
using Decoder = void (*)(RecordReader& record, std::uint64_t time, EventBatch& batch,
                         OTF2_AttributeList* attributes);

class DecoderTable {
 public:
  static constexpr std::uint8_t kFirstEvent = 10;  // lower types are not events
  static constexpr std::uint8_t kLastEvent = 88;   // in OTF2 3.0

  explicit DecoderTable(const EventSelection& selection);

  [[nodiscard]] Decoder operator[](std::uint8_t type) const { return decoders_[type]; }
  template <class Body, class Of>
  void set(const EventSelection& selection, std::uint8_t type, Of) {
    decoders_[type] = selection.test(kEventKind<Body>) ? &Of::decode : &Of::check;
  }

 private:
  std::array<Decoder, 256> decoders_{};
};

// Keeps one table for each selection, as long as there are few of them. Thread-safe.
class DecoderTables {
 public:
  [[nodiscard]] std::shared_ptr<const DecoderTable> of(const EventSelection& selection);

 private:
  std::mutex mutex_;
  std::vector<std::pair<EventSelection, std::shared_ptr<const DecoderTable>>> tables_;
};

void set_listed_decoders(DecoderTable& table, const EventSelection& selection);
void set_special_decoders(DecoderTable& table, const EventSelection& selection);
void set_older_decoders(DecoderTable& table, const EventSelection& selection);

}  // namespace lull::otf2
