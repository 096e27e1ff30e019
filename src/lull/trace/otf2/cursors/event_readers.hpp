// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Readers of locations. The OTF2 library has one for each location of an opened archive: whoever
// wants to read a location that is being read already gets it from the archive opened once more.
// It also looks through all locations of an opened archive for each that it is asked for: archives
// with many locations are opened several times, each time for a thousand of them. Any thread.
#pragma once

#include <otf2/otf2.h>

#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/otf2/definitions/definition_reader.hpp"
#include "lull/trace/otf2/library/library.hpp"
#include "lull/trace/otf2/records/archive_files.hpp"

namespace lull::otf2 {

// An opened archive without selected locations; null where the library refuses.
[[nodiscard]] ReaderHandle open_library_reader(const ArchiveFiles& files);

struct EventReader {
  OTF2_EvtReader* reader = nullptr;
  std::size_t place = 0;  // of the opened archive among those for its location
};

class EventReaders {
 public:
  // All outlive this, and do not change.
  EventReaders(const ArchiveFiles& files, const std::vector<Location>& locations);
  ~EventReaders();
  EventReaders(const EventReaders&) = delete;
  EventReaders& operator=(const EventReaders&) = delete;

  // The local definitions, by location. Throws Error (input) where the library refuses.
  [[nodiscard]] std::vector<LocalDefinitions> open_all();
  // The same of some locations, without opening the others.
  [[nodiscard]] std::vector<LocalDefinitions> read_local(std::size_t begin, std::size_t end) const;
  // Its reader is null where the library refuses.
  [[nodiscard]] EventReader open(LocationId location);
  void close(LocationId location, const EventReader& reader);

 private:
  static constexpr std::size_t kTogether = 1024;  // locations
  struct OpenArchive {
    ReaderHandle reader;
    std::vector<bool> taken;  // by location
  };
  using Group = std::vector<OpenArchive>;  // for the same locations

  // Once more for the group's locations; their local definitions have to be read each time, for
  // their mapping tables. What the library says where it refuses.
  std::string open_again(std::size_t group, std::vector<LocalDefinitions>& local);
  // Null where the library refuses, and why.
  [[nodiscard]] ReaderHandle open_for(std::span<const Location> locations,
                                      std::vector<LocalDefinitions>& local,
                                      std::string& reason) const;
  [[noreturn]] void refuse(const std::string& reason) const;
  [[nodiscard]] std::span<const Location> locations_of(std::size_t group) const;

  const ArchiveFiles& files_;
  const std::vector<Location>& locations_;
  std::mutex mutex_;
  std::vector<Group> groups_;
};

}  // namespace lull::otf2
