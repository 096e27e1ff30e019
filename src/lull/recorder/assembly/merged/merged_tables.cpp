// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/merged/merged_tables.hpp"

#include <otf2/otf2.h>

#include <algorithm>
#include <functional>
#include <future>
#include <iterator>
#include <numeric>

namespace lull::recorder {
namespace {

using Numbers = std::vector<std::uint64_t>;

// An annotated region is the same wherever the source gives it the same name.
RecordedRegion identity_of(RecordedRegion region) {
  if (region.paradigm == OTF2_PARADIGM_USER) {
    region.file.clear();
    region.line = region.end_line = 0;
  }
  return region;
}

// Combines the members of one communicator as recorded by several worlds, each its own.
void add_members(std::vector<Numbers>& known, std::vector<Numbers>& next) {
  known.resize(std::max(known.size(), next.size()));
  for (std::size_t side = 0; side < next.size(); ++side) {
    known[side].resize(std::max(known[side].size(), next[side].size()), kUnknownMember);
    for (std::size_t i = 0; i < next[side].size(); ++i)
      if (next[side][i] != kUnknownMember) known[side][i] = next[side][i];
  }
}

Numbers from_0(std::size_t size) {
  Numbers numbers(size);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  return numbers;
}

// Returns the merged number of `number`; some numbers are unused.
std::uint64_t translated(std::uint64_t number, const Numbers& numbers) {
  return number < numbers.size() ? numbers[number] : number;
}

// Appends the tables of further processes, with their numbers translated.
void append(std::vector<Numbers>& all, std::vector<Numbers>& next, const Numbers& numbers,
            std::uint64_t first = 0) {
  for (Numbers& table : next)
    for (std::uint64_t& number : table) number = first + translated(number - first, numbers);
  all.insert(all.end(), std::make_move_iterator(next.begin()), std::make_move_iterator(next.end()));
}

// Copy the definitions of one process, with its own numbers.
void copy_communicators(const ProcessPart& part, MergedDefinitions& own) {
  Numbers& numbers = own.communicator_numbers.emplace_back();
  for (const RecordedCommunicator& communicator : part.communicators) {
    if (communicator.id.empty()) {  // the number of a team, or unused
      numbers.push_back(kNoCommunicator);
      continue;
    }
    numbers.push_back(own.communicators.size());
    own.communicators.push_back({communicator.id, communicator.groups, communicator.name,
                                 communicator.parent, communicator.foreign, communicator.pes});
  }
  for (MergedCommunicator& communicator : own.communicators)
    if (communicator.parent) communicator.parent = numbers.at(*communicator.parent);
}

std::uint64_t communicator_of(const MergedDefinitions& own, std::optional<std::uint64_t> number) {
  return number ? own.communicator_numbers.front().at(*number) : kNoCommunicator;
}

MergedDefinitions definitions_of(const ProcessPart& part) {
  MergedDefinitions own;
  own.regions = part.regions;
  own.region_numbers.push_back(from_0(part.regions.size()));
  copy_communicators(part, own);
  own.groups = part.groups;
  Numbers& groups = own.group_numbers.emplace_back(from_0(part.groups.size()));
  for (std::uint64_t& number : groups) number += kFirstGroup;
  for (const RecordedWindow& window : part.windows)
    own.windows.push_back({communicator_of(own, window.communicator), window.index, window.name});
  own.window_numbers.push_back(from_0(part.windows.size()));
  own.files = part.files;
  own.file_numbers.push_back(from_0(part.files.size()));
  for (const RecordedFileHandle& handle : part.file_handles)
    own.file_handles.push_back({handle.file.value_or(kNoFile),
                                communicator_of(own, handle.communicator), handle.index,
                                handle.paradigm, handle.name, handle.access});
  own.file_handle_numbers.push_back(from_0(part.file_handles.size()));
  own.deletes_files = part.deletes_files;
  return own;
}

// Moves the entries of the next table that are not yet known to the table of all, and returns the
// numbers that each of them has there.
template <class Entry, class Known, class IdentityOf>
Numbers add_new(std::vector<Entry>& next, Known& known, std::vector<Entry>& all,
                IdentityOf identity_of) {
  Numbers numbers;
  for (Entry& one : next) {
    const auto [entry, fresh] = known.emplace(identity_of(one), all.size());
    if (fresh) all.push_back(std::move(one));
    numbers.push_back(entry->second);
  }
  return numbers;
}

}  // namespace

MergedTables::MergedTables(const ProcessPart& part) { add(definitions_of(part)); }

void MergedTables::absorb(MergedTables next) { add(std::move(next.all_)); }

void MergedTables::add(MergedDefinitions next) {
  append(all_.region_numbers, next.region_numbers, add_regions(next.regions));
  const Numbers communicators = add_communicators(next.communicators);
  append(all_.communicator_numbers, next.communicator_numbers, communicators);
  append(all_.group_numbers, next.group_numbers, add_groups(next.groups), kFirstGroup);
  for (MergedWindow& window : next.windows)
    window.communicator = translated(window.communicator, communicators);
  append(all_.window_numbers, next.window_numbers, add_windows(next.windows));
  const Numbers files = add_files(next.files);
  append(all_.file_numbers, next.file_numbers, files);
  for (MergedFileHandle& handle : next.file_handles) {
    handle.communicator = translated(handle.communicator, communicators);
    handle.file = translated(handle.file, files);
  }
  append(all_.file_handle_numbers, next.file_handle_numbers, add_file_handles(next.file_handles));
  all_.deletes_files = all_.deletes_files || next.deletes_files;
}

Numbers MergedTables::add_regions(std::vector<RecordedRegion>& next) {
  return add_new(next, regions_, all_.regions, identity_of);
}

Numbers MergedTables::add_communicators(std::vector<MergedCommunicator>& next) {
  Numbers numbers;
  for (const MergedCommunicator& communicator : next) {
    const auto [entry, fresh] = communicators_.emplace(communicator.id, all_.communicators.size());
    if (fresh) all_.communicators.emplace_back().id = communicator.id;
    numbers.push_back(entry->second);
  }
  for (std::size_t i = 0; i < next.size(); ++i) {
    MergedCommunicator& known = all_.communicators[numbers[i]];
    add_members(known.groups, next[i].groups);
    if (!next[i].name.empty()) known.name = std::move(next[i].name);
    known.foreign |= next[i].foreign;
    known.pes |= next[i].pes;
    if (next[i].parent) known.parent = translated(*next[i].parent, numbers);
  }
  return numbers;
}

Numbers MergedTables::add_groups(std::vector<std::vector<std::uint64_t>>& next) {
  return add_new(next, groups_, all_.groups, std::identity());
}

Numbers MergedTables::add_windows(std::vector<MergedWindow>& next) {
  Numbers numbers;
  for (MergedWindow& window : next) {
    std::uint64_t number = all_.windows.size();
    if (window.communicator != kNoCommunicator)
      number = windows_.emplace(std::pair(window.communicator, window.index), number).first->second;
    if (number == all_.windows.size()) all_.windows.push_back(std::move(window));
    numbers.push_back(number);
  }
  return numbers;
}

Numbers MergedTables::add_files(std::vector<std::string>& next) {
  return add_new(next, files_, all_.files, std::identity());
}

Numbers MergedTables::add_file_handles(std::vector<MergedFileHandle>& next) {
  Numbers numbers;
  for (const MergedFileHandle& handle : next) {
    std::uint64_t number = all_.file_handles.size();
    const std::tuple key(handle.communicator, handle.index, handle.file);
    if (handle.communicator != kNoCommunicator)
      number = file_handles_.emplace(key, number).first->second;
    if (number == all_.file_handles.size()) all_.file_handles.push_back(handle);
    numbers.push_back(number);
  }
  return numbers;
}

MergedTables merge(std::span<const ProcessPart> parts, unsigned threads) {
  if (parts.empty()) return {};
  if (parts.size() == 1) return MergedTables(parts.front());
  const std::size_t half = parts.size() / 2;
  const auto policy = threads > 1 ? std::launch::async : std::launch::deferred;
  auto second = std::async(policy, merge, parts.subspan(half), threads / 2);
  MergedTables first = merge(parts.first(half), threads - threads / 2);
  first.absorb(second.get());
  return first;
}

}  // namespace lull::recorder
