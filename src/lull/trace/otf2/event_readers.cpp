// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/event_readers.hpp"

#include <otf2/OTF2_Pthread_Locks.h>

#include <algorithm>
#include <utility>

#include "lull/trace/otf2/definition_reader.hpp"

namespace lull::otf2 {

ReaderHandle open_library_reader(const ArchiveFiles& files) {
  ReaderHandle reader(OTF2_Reader_Open(files.anchor.c_str()));
  if (!reader) return reader;
  OTF2_Reader_SetSerialCollectiveCallbacks(reader.get());
  OTF2_Pthread_Reader_SetLockingCallbacks(reader.get(), nullptr);
  return reader;
}

EventReaders::EventReaders(OTF2_Reader* first, const ArchiveFiles& files,
                           const Definitions& definitions)
    : files_(files), definitions_(definitions) {
  archives_.push_back({first, nullptr, std::vector<bool>(definitions.locations.size())});
}

EventReaders::~EventReaders() {
  for (const OpenArchive& archive : archives_) OTF2_Reader_CloseEvtFiles(archive.reader);
}

EventReader EventReaders::open(LocationId location) {
  const std::scoped_lock lock(mutex_);
  keep_library_errors();
  const auto is_free = [&](const OpenArchive& archive) { return !archive.taken[location.index()]; };
  auto archive = std::ranges::find_if(archives_, is_free);
  if (archive == archives_.end()) {
    if (!open_again()) return {};
    archive = std::prev(archives_.end());
  }
  const std::uint64_t reference = definitions_.locations[location.index()].reference;
  OTF2_EvtReader* const reader = OTF2_Reader_GetEvtReader(archive->reader, reference);
  if (reader == nullptr) return {};
  archive->taken[location.index()] = true;
  return {reader, static_cast<std::size_t>(archive - archives_.begin())};
}

void EventReaders::close(LocationId location, const EventReader& reader) {
  const std::scoped_lock lock(mutex_);
  OpenArchive& archive = archives_[reader.place];
  OTF2_Reader_CloseEvtReader(archive.reader, reader.reader);
  archive.taken[location.index()] = false;
}

// The local definitions have to be read once more for their mapping tables.
bool EventReaders::open_again() {
  ReaderHandle reader = open_library_reader(files_);
  if (!reader) return false;
  for (const Location& location : definitions_.locations)
    OTF2_Reader_SelectLocation(reader.get(), location.reference);
  Definitions known_already;
  known_already.locations = definitions_.locations;
  static_cast<void>(read_local_definitions(reader.get(), files_, known_already));
  if (OTF2_Reader_OpenEvtFiles(reader.get()) != OTF2_SUCCESS) return false;
  OTF2_Reader* const opened = reader.get();
  archives_.push_back(
      {opened, std::move(reader), std::vector<bool>(definitions_.locations.size())});
  return true;
}

}  // namespace lull::otf2
