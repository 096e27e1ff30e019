// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Readers of locations. The OTF2 library has one for each location of an opened archive: whoever
// wants to read a location that is being read already gets it from the archive opened once more.
// Any thread.
#pragma once

#include <otf2/otf2.h>

#include <cstddef>
#include <mutex>
#include <vector>

#include "lull/trace/definitions.hpp"
#include "lull/trace/otf2/archive_files.hpp"
#include "lull/trace/otf2/library.hpp"

namespace lull::otf2 {

// An opened archive whose locations are all selected; null where the library refuses.
[[nodiscard]] ReaderHandle open_library_reader(const ArchiveFiles& files);

struct EventReader {
  OTF2_EvtReader* reader = nullptr;
  std::size_t place = 0;  // of the archive that it belongs to
};

class EventReaders {
 public:
  // `first` has its local definitions read, and its event files opened. All outlive this.
  EventReaders(OTF2_Reader* first, const ArchiveFiles& files, const Definitions& definitions);
  ~EventReaders();
  EventReaders(const EventReaders&) = delete;
  EventReaders& operator=(const EventReaders&) = delete;

  // Its reader is null where the library refuses.
  [[nodiscard]] EventReader open(LocationId location);
  void close(LocationId location, const EventReader& reader);

 private:
  struct OpenArchive {
    OTF2_Reader* reader = nullptr;
    ReaderHandle owned;       // null: somebody else's
    std::vector<bool> taken;  // by location
  };
  bool open_again();

  const ArchiveFiles& files_;
  const Definitions& definitions_;
  std::mutex mutex_;
  std::vector<OpenArchive> archives_;
};

}  // namespace lull::otf2
