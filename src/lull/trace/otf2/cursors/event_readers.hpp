// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Event readers of the OTF2 library. It provides one reader per location of an opened archive: to
// read a location again meanwhile, the archive is opened once more. Each request for a reader also
// searches all locations of the opened archive, so archives with many locations are opened several
// times, each time for a thousand of them. Thread-safe.
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

// Returns an opened archive without selected locations; null on failure.
[[nodiscard]] ReaderHandle open_library_reader(const ArchiveFiles& files);

struct EventReader {
  OTF2_EvtReader* reader = nullptr;
  std::size_t place = 0;  // index of the opened archive among those for its location
};

class EventReaders {
 public:
  // All arguments outlive this and do not change.
  EventReaders(const ArchiveFiles& files, const std::vector<Location>& locations);
  ~EventReaders();
  EventReaders(const EventReaders&) = delete;
  EventReaders& operator=(const EventReaders&) = delete;

  // Returns the local definitions, indexed by location. Throws Error (input) on failure.
  [[nodiscard]] std::vector<LocalDefinitions> open_all();
  // Does the same for some locations, without opening the others.
  [[nodiscard]] std::vector<LocalDefinitions> read_local(std::size_t begin, std::size_t end) const;
  // The reader is null on failure.
  [[nodiscard]] EventReader open(LocationId location);
  void close(LocationId location, const EventReader& reader);

 private:
  static constexpr std::size_t kTogether = 1024;  // locations
  struct OpenArchive {
    ReaderHandle reader;
    std::vector<bool> taken;  // indexed by location
  };
  using Group = std::vector<OpenArchive>;  // with the same locations

  // Opens the archive once more for the group's locations; their local definitions must be read
  // each time, for their mapping tables. Returns the library's error message on failure.
  std::string open_again(std::size_t group, std::vector<LocalDefinitions>& local);
  // Returns null, and sets `reason`, on failure.
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
