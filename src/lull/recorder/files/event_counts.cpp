// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/files/event_counts.hpp"

#include <algorithm>
#include <map>

#include "lull/recorder/files/event_records.hpp"

namespace lull::recorder {
namespace {

// Returns the compressed number after the record's type: a number of bytes, then these bytes.
std::uint32_t compressed_number(std::string_view record) {
  const auto size = static_cast<unsigned char>(record[1]);
  std::uint32_t number = 0;
  if (size > sizeof number) return ~number;
  if constexpr (std::endian::native == std::endian::little)
    std::memcpy(&number, record.data() + 2, size);
  else
    std::memcpy(reinterpret_cast<char*>(&number) + sizeof number - size, record.data() + 2, size);
  return number;
}

}  // namespace

RegionCount& EventCounts::region(std::uint32_t number) {
  if (regions_.size() <= number) regions_.resize(std::size_t{number} + 1);
  return regions_[number];
}

void EventCounts::enter(std::uint32_t number, std::uint64_t bytes) {
  RegionCount& count = region(number);
  ++count.visits;
  count.bytes += bytes;
  count.calls += bytes;
  open_.push_back({number, time_});
}

void EventCounts::leave(std::uint32_t number, std::uint64_t bytes) {
  RegionCount& count = region(number);
  count.bytes += bytes;
  count.calls += bytes;
  if (open_.empty()) return;
  count.ticks += time_ - open_.back().since;
  open_.pop_back();
}

void EventCounts::add(std::string_view chunk) {
  bytes_ += chunk.size();
  if (chunk.size() < kHeaderSize) return;
  chunk.remove_prefix(kHeaderSize);
  std::uint64_t pending = 0;  // bytes that belong to the next record
  while (const std::size_t length = record_length(chunk)) {
    const auto type = static_cast<unsigned char>(chunk[0]);
    pending += length;
    if (type == kTimestamp) time_ = number_at(chunk, 1);
    const bool is_call = type == kEnter || type == kLeave;
    const std::uint32_t number = is_call ? compressed_number(chunk) : ~0u;
    if (is_call && number != ~0u) {
      type == kEnter ? enter(number, pending) : leave(number, pending);
      pending = 0;
    } else if (type >= kFirstEvent && type != kMetric) {
      if (!open_.empty()) region(open_.back().region).bytes += pending;
      pending = 0;
    }
    chunk.remove_prefix(length);
  }
}

nlohmann::json summary_of(const std::vector<const EventCounts*>& threads) {
  std::uint64_t bytes = 0;
  std::map<std::size_t, RegionCount> regions;
  for (const EventCounts* thread : threads) {
    bytes += thread->bytes();
    for (std::size_t i = 0; i < thread->regions().size(); ++i) {
      const RegionCount& of = thread->regions()[i];
      RegionCount& sum = regions[i];
      sum.visits += of.visits;
      sum.bytes += of.bytes;
      sum.ticks += of.ticks;
      sum.calls += of.calls;
    }
  }
  auto list = nlohmann::json::array();
  for (const auto& [number, of] : regions)
    if (of.bytes > 0) list.push_back({number, of.visits, of.bytes, of.ticks, of.calls});
  return {{"bytes", bytes}, {"regions", list}};
}

}  // namespace lull::recorder
