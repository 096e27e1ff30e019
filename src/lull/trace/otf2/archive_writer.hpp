// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes an OTF2 archive: first the events, streamed location by location in any interleaving, then
// the definitions. Everything is written to a temporary directory next to the target and renamed by
// finish(); without finish() nothing remains. Uses one OTF2 chunk of memory per open location.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "lull/trace/source/cursor.hpp"

namespace lull {

// Writes the events of one location, in recorded order. Used by one thread at a time.
class LocationWriter {
 public:
  LocationWriter() = default;
  LocationWriter(const LocationWriter&) = delete;
  LocationWriter& operator=(const LocationWriter&) = delete;
  virtual ~LocationWriter() = default;

  // Times must not decrease. Throws Error (system) when writing fails, Error (input) when the
  // format cannot represent the event.
  virtual void write(const Event& event) = 0;
};

class ArchiveWriter {
 public:
  // `directory` will contain traces.otf2; it must not exist, or be empty. `definitions` must
  // outlive this; its contents at the time of finish() are written, except that the numbers of
  // events are the actual ones, and so is the clock's range when `trace_length` is 0. Throws Error
  // (usage) when something exists already, Error (system) when it cannot be written.
  ArchiveWriter(const std::filesystem::path& directory, const Definitions& definitions);
  ArchiveWriter(const ArchiveWriter&) = delete;
  ArchiveWriter& operator=(const ArchiveWriter&) = delete;
  ~ArchiveWriter();

  // Returns the writer of a location, valid until close() or finish(). Thread-safe.
  [[nodiscard]] LocationWriter& location(LocationId location);

  // Marks a location as complete and frees its memory. Optional.
  void close(LocationId location);

  // Writes the definitions and makes the archive visible. Throws Error (system).
  void finish();

  // Returns the number of events written so far, over all locations.
  [[nodiscard]] std::uint64_t events() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// Copies a whole trace. Throws like ArchiveWriter, and Error (input) when a location of `source` is
// damaged.
void write_archive(const TraceSource& source, const std::filesystem::path& directory);

}  // namespace lull
