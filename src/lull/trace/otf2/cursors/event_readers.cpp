// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/cursors/event_readers.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "lull/base/error.hpp"
#include "lull/trace/otf2/library/library_locks.hpp"

namespace lull::otf2 {

ReaderHandle open_library_reader(const ArchiveFiles& files) {
  ReaderHandle reader(OTF2_Reader_Open(files.anchor.c_str()));
  if (!reader) return reader;
  OTF2_Reader_SetSerialCollectiveCallbacks(reader.get());
  use_library_locks(reader.get());
  return reader;
}

EventReaders::EventReaders(const ArchiveFiles& files, const std::vector<Location>& locations)
    : files_(files),
      locations_(locations),
      groups_((locations.size() + kTogether - 1) / kTogether) {}

EventReaders::~EventReaders() {
  for (const Group& group : groups_)
    for (const OpenArchive& archive : group) OTF2_Reader_CloseEvtFiles(archive.reader.get());
  release_library_locks();
}

std::vector<LocalDefinitions> EventReaders::open_all() {
  std::vector<LocalDefinitions> all;
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    std::vector<LocalDefinitions> local;
    if (const std::string reason = open_again(group, local); !reason.empty()) refuse(reason);
    std::ranges::move(local, std::back_inserter(all));
  }
  return all;
}

void EventReaders::refuse(const std::string& reason) const {
  throw input_error("{}: the event files cannot be opened: {}", files_.anchor.string(), reason);
}

std::vector<LocalDefinitions> EventReaders::read_local(std::size_t begin, std::size_t end) const {
  std::vector<LocalDefinitions> all;
  for (; begin < end; begin += kTogether) {
    std::vector<LocalDefinitions> local;
    std::string reason;
    const ReaderHandle reader = open_for(
        std::span(locations_).subspan(begin, std::min(kTogether, end - begin)), local, reason);
    if (!reader) refuse(reason);
    OTF2_Reader_CloseEvtFiles(reader.get());
    std::ranges::move(local, std::back_inserter(all));
  }
  return all;
}

EventReader EventReaders::open(LocationId location) {
  const std::scoped_lock lock(mutex_);
  keep_library_errors();
  Group& group = groups_[location.index() / kTogether];
  const std::size_t place = location.index() % kTogether;
  const auto is_free = [&](const OpenArchive& archive) { return !archive.taken[place]; };
  auto archive = std::ranges::find_if(group, is_free);
  if (archive == group.end()) {
    std::vector<LocalDefinitions> known_already;
    if (!open_again(location.index() / kTogether, known_already).empty()) return {};
    archive = std::prev(group.end());
  }
  OTF2_EvtReader* const reader =
      OTF2_Reader_GetEvtReader(archive->reader.get(), locations_[location.index()].reference);
  if (reader == nullptr) return {};
  archive->taken[place] = true;
  return {reader, static_cast<std::size_t>(archive - group.begin())};
}

void EventReaders::close(LocationId location, const EventReader& reader) {
  const std::scoped_lock lock(mutex_);
  OpenArchive& archive = groups_[location.index() / kTogether][reader.place];
  OTF2_Reader_CloseEvtReader(archive.reader.get(), reader.reader);
  archive.taken[location.index() % kTogether] = false;
  release_library_locks();
}

std::span<const Location> EventReaders::locations_of(std::size_t group) const {
  const std::span all(locations_);
  return all.subspan(group * kTogether, std::min(kTogether, all.size() - group * kTogether));
}

std::string EventReaders::open_again(std::size_t group, std::vector<LocalDefinitions>& local) {
  const std::span<const Location> locations = locations_of(group);
  std::string reason;
  ReaderHandle reader = open_for(locations, local, reason);
  if (reader) groups_[group].push_back({std::move(reader), std::vector<bool>(locations.size())});
  return reason;
}

ReaderHandle EventReaders::open_for(std::span<const Location> locations,
                                    std::vector<LocalDefinitions>& local,
                                    std::string& reason) const {
  ReaderHandle reader = open_library_reader(files_);
  if (reader) {
    for (const Location& location : locations)
      OTF2_Reader_SelectLocation(reader.get(), location.reference);
    local = read_local_definitions(reader.get(), files_, locations);
    if (OTF2_Reader_OpenEvtFiles(reader.get()) == OTF2_SUCCESS) return reader;
  }
  reason = take_library_error(OTF2_ERROR_INVALID);
  return {};
}

}  // namespace lull::otf2
