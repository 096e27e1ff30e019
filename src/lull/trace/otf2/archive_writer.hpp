// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes an OTF2 archive: events first, streamed location by location in any interleaving, then
// the definitions. Everything is written beside the wanted directory and renamed by finish();
// without finish() nothing is left behind. One OTF2 chunk of memory per open location.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "lull/trace/source/cursor.hpp"

namespace lull {

// Writes the events of one location, in recorded order. One thread at a time.
class LocationWriter {
 public:
  LocationWriter() = default;
  LocationWriter(const LocationWriter&) = delete;
  LocationWriter& operator=(const LocationWriter&) = delete;
  virtual ~LocationWriter() = default;

  // Times must not descend. Throws Error (system) when the disk refuses, Error (input) when the
  // format cannot hold the event.
  virtual void write(const Event& event) = 0;
};

class ArchiveWriter {
 public:
  // `directory` will hold traces.otf2; it must not exist, or be empty. `definitions` must outlive
  // this; what it holds at the time of finish() is written, except that each location's numbers
  // of events is the true one, as are the clock's range when `trace_length` is 0.
  // Throws Error (usage) when there is something already, Error (system) when it cannot be written.
  ArchiveWriter(const std::filesystem::path& directory, const Definitions& definitions);
  ArchiveWriter(const ArchiveWriter&) = delete;
  ArchiveWriter& operator=(const ArchiveWriter&) = delete;
  ~ArchiveWriter();

  // The writer of a location, valid until close() or finish(). Any thread may call this.
  [[nodiscard]] LocationWriter& location(LocationId location);

  // The location is complete: gives its memory back. Optional.
  void close(LocationId location);

  // Writes the definitions and makes the archive visible. Throws Error (system).
  void finish();

  // Events written so far, over all locations.
  [[nodiscard]] std::uint64_t events() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// Copies a whole trace. Throws Error as above, and Error (input) when a location of `source` is
// damaged.
void write_archive(const TraceSource& source, const std::filesystem::path& directory);

}  // namespace lull
