// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Assigns numbers to regions, and writes them to the journal. A function may be called for the
// first time in a signal handler: nothing is allocated.
#include <array>
#include <cerrno>
#include <charconv>
#include <climits>

#include "lull/recorder/journal/json_line.hpp"
#include "lull/recorder/measurement/code_place.hpp"
#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/system/own_memory.hpp"
#include "lull/recorder/system/undisturbed.hpp"

namespace lull::recorder {
namespace {

// Protected by the measurement's lock.
std::array<char, PATH_MAX> path;
std::array<char, 16 << 10> short_line;

std::span<char> memory_for(std::size_t texts) {
  constexpr std::size_t kRest = 256;
  const std::size_t most = JsonLine::kMostOfByte * texts + kRest;
  if (most <= short_line.size()) return short_line;
  auto* const memory = static_cast<char*>(own_memory(most));
  return {memory, memory == nullptr ? 0 : most};
}

}  // namespace

RegionNumber Measurement::define_region(const RegionInfo& region) noexcept {
  const Undisturbed undisturbed;
  const std::unique_lock lock = lock_while_recorded();
  return lock.owns_lock() ? define(region) : 0;
}

RegionNumber Measurement::define(const RegionInfo& region) noexcept {
  const RegionNumber number = regions_++;
  const CodePlace place = place_of(region.address, path);
  JsonLine line(memory_for(region.name.size() + region.file.size() + region.symbol.size() +
                           place.object.size()));
  line.raw("{\"region\":{\"number\":").number(number);
  line.raw(",\"role\":").number(region.role).raw(",\"paradigm\":").number(region.paradigm);
  if (!place.object.empty()) {
    line.raw(",\"object\":").text(place.object).raw(",\"offset\":").number(place.offset);
    line.raw(",\"name\":").text(region.name);
  } else if (region.name.empty()) {
    std::array<char, 2 + 2 * sizeof(void*)> name{'0', 'x'};
    const auto address = reinterpret_cast<std::uintptr_t>(region.address);
    const char* const end =
        std::to_chars(name.data() + 2, name.data() + name.size(), address, 16).ptr;
    line.raw(",\"name\":").text({name.data(), end});
  } else {
    line.raw(",\"name\":").text(region.name);
  }
  if (!region.file.empty())
    line.raw(",\"file\":").text(region.file).raw(",\"line\":").number(region.line);
  if (!region.symbol.empty()) line.raw(",\"symbol\":").text(region.symbol);
  note_line(line.raw("}}\n").line());
  return number;
}

void Measurement::note_line(std::string_view line) noexcept {
  if (!has_journal_) return;
  const int error = line.empty() ? ENOMEM : journal_.write_line(line);
  if (error != 0) give_up("its journal cannot be written", error);
}

}  // namespace lull::recorder
