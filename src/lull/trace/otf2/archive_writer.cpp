// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/archive_writer.hpp"

#include <fmt/format.h>
#include <otf2/otf2.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "lull/base/error.hpp"
#include "lull/trace/otf2/definitions/definition_writer.hpp"
#include "lull/trace/otf2/event_encoder.hpp"
#include "lull/trace/otf2/library/library.hpp"
#include "lull/trace/otf2/library/library_locks.hpp"

namespace lull {
namespace {

namespace fs = std::filesystem;

Error write_error(const std::string& what, OTF2_ErrorCode code) {
  return {ExitStatus::System, what + ": " + otf2::take_library_error(code)};
}

OTF2_FlushType flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) { return OTF2_FLUSH; }

// One chunk per file being written: a request for a second chunk is denied, which makes the library
// write the first one to disk.
struct Chunk {
  void* memory = nullptr;
  bool used = false;
};

void* allocate_chunk(void*, OTF2_FileType, OTF2_LocationRef, void** slot, uint64_t size) {
  if (*slot == nullptr) *slot = new Chunk;
  Chunk& chunk = *static_cast<Chunk*>(*slot);
  if (std::exchange(chunk.used, true)) return nullptr;
  if (chunk.memory == nullptr) chunk.memory = std::malloc(size);
  return chunk.memory;
}

void free_chunk(void*, OTF2_FileType, OTF2_LocationRef, void** slot, bool final) {
  auto* chunk = static_cast<Chunk*>(*slot);
  if (chunk == nullptr) return;
  chunk->used = false;
  if (!final) return;
  std::free(chunk->memory);
  delete chunk;
  *slot = nullptr;
}

class EventWriter final : public LocationWriter {
 public:
  // `failed` is set when a write fails; it must outlive this.
  EventWriter(OTF2_EvtWriter* writer, const Location& location, std::uint64_t origin,
              std::atomic<bool>& failed)
      : writer_(writer),
        location_(location),
        origin_(origin),
        failed_(failed),
        attributes_(OTF2_AttributeList_New()) {}
  ~EventWriter() override { OTF2_AttributeList_Delete(attributes_); }

  void write(const Event& event) override {
    if (written_++ == 0) first_ = event.time;
    if (written_ > 1 && in_archive(event.time) < in_archive(last_)) backwards(event.time);
    last_ = event.time;
    const OTF2_ErrorCode code = otf2::encode(writer_, attributes_, event, origin_);
    if (code == OTF2_SUCCESS) return;
    failed_ = true;
    throw write_error(fmt::format("Event {} of location {} (\"{}\") cannot be written", written_,
                                  location_.reference, location_.name),
                      code);
  }

  [[nodiscard]] OTF2_EvtWriter* handle() const { return writer_; }
  [[nodiscard]] Timestamp first() const { return first_; }
  [[nodiscard]] Timestamp last() const { return last_; }
  [[nodiscard]] std::uint64_t written() const { return written_; }

 private:
  [[nodiscard]] std::uint64_t in_archive(Timestamp time) const {
    return static_cast<std::uint64_t>(time.ticks) + origin_;
  }
  [[noreturn]] void backwards(Timestamp time) const {
    throw input_error(
        "Event {} of location {} (\"{}\") goes back in time, from {} to {}, which OTF2 "
        "does not allow",
        written_, location_.reference, location_.name, in_archive(last_), in_archive(time));
  }

  OTF2_EvtWriter* writer_;
  const Location& location_;
  std::uint64_t origin_;
  std::atomic<bool>& failed_;
  OTF2_AttributeList* attributes_;
  std::uint64_t written_ = 0;
  Timestamp first_;
  Timestamp last_;
};

// Large enough for all definitions: the library cannot continue a definition file in a second
// chunk.
std::uint64_t definition_chunk_size(const Definitions& d) {
  std::uint64_t size = 1 << 20;
  for (const std::string& string : d.strings) size += string.size() + 16;
  for (const Region& region : d.regions)
    size += 2 * region.name.size() + region.description.size() + region.file.size() + 80;
  for (const Group& group : d.groups) size += 9 * group.members.size() + 40;
  for (const Topology& topology : d.topologies)
    size += topology.coordinates.size() * (16 + 5 * topology.dimensions.size());
  size += 100 * (d.locations.size() + d.processes.size() + d.system_nodes.size());
  size += 50 * (d.details.records.size() + d.attributes.size() + d.parameters.size());
  size += 50 * (d.io_files.size() + d.io_handles.size() + d.io_paradigms.size());
  size += 30 * (d.callpaths.size() + d.calling_contexts.size() + d.source_locations.size());
  return std::clamp<std::uint64_t>(size, 1 << 20, 16 << 20);
}

// Checks the last bytes of a file that the library has completed.
bool ends_properly(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(-2, std::ios::end);
  return file.get() == 2 && file.get() == 1;
}

}  // namespace

class ArchiveWriter::Implementation {
 public:
  Implementation(const fs::path& directory, const Definitions& definitions);
  ~Implementation();

  EventWriter& location(LocationId location);
  void close(LocationId location);
  void finish();
  [[nodiscard]] std::uint64_t events() const;

 private:
  struct Slot {
    std::unique_ptr<EventWriter> writer;
    std::uint64_t events = 0;  // set on close
    Timestamp first;
    Timestamp last;
  };

  void close(Slot& slot);
  void write_local_definitions();
  void write_global_definitions();
  [[nodiscard]] ClockProperties clock() const;
  void check_files() const;

  const Definitions& definitions_;
  fs::path directory_;
  fs::path temporary_;
  OTF2_Archive* archive_ = nullptr;
  std::vector<Slot> slots_;  // indexed by location
  std::atomic<bool> failed_{false};
  mutable std::mutex mutex_;
};

ArchiveWriter::Implementation::Implementation(const fs::path& directory,
                                              const Definitions& definitions)
    : definitions_(definitions),
      directory_(fs::absolute(directory).lexically_normal()),
      slots_(definitions.locations.size()) {
  if (!directory_.has_filename()) directory_ = directory_.parent_path();
  std::error_code ignored;
  if (fs::is_symlink(directory_, ignored))
    if (const fs::path target = fs::canonical(directory_, ignored); !ignored) directory_ = target;
  if (fs::exists(directory_, ignored) &&
      !(fs::is_directory(directory_, ignored) && fs::is_empty(directory_, ignored)))
    throw usage_error("{} already exists; remove it or choose another name", directory_.string());
  temporary_ = directory_.parent_path() /
               fmt::format(".{}.{}.partial", directory_.filename().string(), ::getpid());
  std::error_code error;
  fs::create_directories(temporary_, error);
  if (error) throw system_error(temporary_.string() + " cannot be created", error.value());
  otf2::keep_library_errors();
  archive_ = OTF2_Archive_Open(temporary_.c_str(), "traces", OTF2_FILEMODE_WRITE,
                               OTF2_CHUNK_SIZE_EVENTS_DEFAULT, definition_chunk_size(definitions),
                               OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  if (archive_ == nullptr) {
    fs::remove_all(temporary_, ignored);
    throw write_error(directory_.string() + " cannot be written", OTF2_ERROR_INVALID);
  }
  static const OTF2_FlushCallbacks kFlush{flush, nullptr};
  static const OTF2_MemoryCallbacks kMemory{allocate_chunk, free_chunk};
  OTF2_Archive_SetFlushCallbacks(archive_, &kFlush, nullptr);
  OTF2_Archive_SetMemoryCallbacks(archive_, &kMemory, nullptr);
  OTF2_Archive_SetSerialCollectiveCallbacks(archive_);
  otf2::use_library_locks(archive_);
  OTF2_Archive_OpenEvtFiles(archive_);
}

// The library frees memory twice when it closes a file that it could not write to, so such an
// archive is not closed.
ArchiveWriter::Implementation::~Implementation() {
  if (archive_ == nullptr) return;
  if (!failed_) OTF2_Archive_Close(archive_);
  std::error_code ignored;
  fs::remove_all(temporary_, ignored);
}

EventWriter& ArchiveWriter::Implementation::location(LocationId id) {
  const std::scoped_lock lock(mutex_);
  Slot& slot = slots_.at(id.index());
  if (slot.writer) return *slot.writer;
  const Location& location = definitions_.locations[id.index()];
  OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(archive_, location.reference);
  if (writer == nullptr)
    throw write_error(
        fmt::format("The events of location {} cannot be written", location.reference),
        OTF2_ERROR_INVALID);
  slot.writer = std::make_unique<EventWriter>(writer, location, definitions_.clock.origin, failed_);
  return *slot.writer;
}

void ArchiveWriter::Implementation::close(LocationId id) {
  const std::scoped_lock lock(mutex_);
  close(slots_.at(id.index()));
}

void ArchiveWriter::Implementation::close(Slot& slot) {
  if (!slot.writer) return;
  uint64_t events = 0;
  OTF2_EvtWriter_GetNumberOfEvents(slot.writer->handle(), &events);
  const OTF2_ErrorCode code = OTF2_Archive_CloseEvtWriter(archive_, slot.writer->handle());
  if (code != OTF2_SUCCESS) {
    failed_ = true;
    throw write_error(directory_.string() + " cannot be written", code);
  }
  slot.first = slot.writer->first();
  slot.last = slot.writer->last();
  slot.events = events;
  slot.writer.reset();
}

std::uint64_t ArchiveWriter::Implementation::events() const {
  const std::scoped_lock lock(mutex_);
  std::uint64_t sum = 0;
  for (const Slot& slot : slots_) sum += slot.writer ? slot.writer->written() : slot.events;
  return sum;
}

ClockProperties ArchiveWriter::Implementation::clock() const {
  ClockProperties clock = definitions_.clock;
  if (clock.trace_length != 0) return clock;
  Timestamp first = kEndOfTime;
  Timestamp last;
  for (const Slot& slot : slots_) {
    if (slot.events == 0) continue;
    first = std::min(first, slot.first);
    last = std::max(last, slot.last);
  }
  if (first == kEndOfTime) return clock;
  clock.global_offset = first;
  clock.trace_length =
      (last - first).ticks < 0 ? 0 : static_cast<std::uint64_t>((last - first).ticks);
  return clock;
}

void ArchiveWriter::Implementation::write_local_definitions() {
  OTF2_Archive_OpenDefFiles(archive_);
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    OTF2_DefWriter* writer =
        OTF2_Archive_GetDefWriter(archive_, definitions_.locations[i].reference);
    if (writer == nullptr)
      throw write_error("The local definitions cannot be written", OTF2_ERROR_INVALID);
    if (i < definitions_.clock_offsets.size())
      otf2::write_local_definitions(writer, definitions_.clock_offsets[i],
                                    definitions_.clock.origin);
    OTF2_Archive_CloseDefWriter(archive_, writer);
  }
  OTF2_Archive_CloseDefFiles(archive_);
}

void ArchiveWriter::Implementation::write_global_definitions() {
  OTF2_GlobalDefWriter* writer = OTF2_Archive_GetGlobalDefWriter(archive_);
  if (writer == nullptr) throw write_error("The definitions cannot be written", OTF2_ERROR_INVALID);
  std::vector<std::uint64_t> events;
  for (const Slot& slot : slots_) events.push_back(slot.events);
  otf2::write_global_definitions(writer, definitions_, clock(), events);
  OTF2_Archive_CloseGlobalDefWriter(archive_, writer);
  OTF2_Archive_SetCreator(archive_,
                          definitions_.writer.empty() ? "Lull" : definitions_.writer.c_str());
  for (const auto& [name, value] : definitions_.archive_properties)
    OTF2_Archive_SetProperty(archive_, name.c_str(), value.c_str(), true);
}

// The library does not notice when the last bytes of a file do not fit on the disk.
void ArchiveWriter::Implementation::check_files() const {
  std::vector<fs::path> files{"traces.def"};
  for (const Location& location : definitions_.locations)
    files.push_back(fs::path("traces") / fmt::format("{}.evt", location.reference));
  for (const fs::path& file : files)
    if (!ends_properly(temporary_ / file))
      throw Error(ExitStatus::System,
                  fmt::format("{} could not be written completely; is the disk full?",
                              (directory_ / file).string()));
}

void ArchiveWriter::Implementation::finish() {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].events == 0) static_cast<void>(location(LocationId(i)));  // even an empty one
    close(slots_[i]);
  }
  OTF2_Archive_CloseEvtFiles(archive_);
  write_local_definitions();
  write_global_definitions();
  const OTF2_ErrorCode code = OTF2_Archive_Close(std::exchange(archive_, nullptr));
  try {
    if (code != OTF2_SUCCESS) throw write_error(directory_.string() + " cannot be written", code);
    check_files();
    fs::rename(temporary_, directory_);
  } catch (const fs::filesystem_error& error) {
    fs::remove_all(temporary_);
    throw system_error(directory_.string() + " cannot be written", error.code().value());
  } catch (const Error&) {
    fs::remove_all(temporary_);
    throw;
  }
}

ArchiveWriter::ArchiveWriter(const fs::path& directory, const Definitions& definitions)
    : implementation_(std::make_unique<Implementation>(directory, definitions)) {}
ArchiveWriter::~ArchiveWriter() = default;

LocationWriter& ArchiveWriter::location(LocationId location) {
  return implementation_->location(location);
}
void ArchiveWriter::close(LocationId location) { implementation_->close(location); }
void ArchiveWriter::finish() { implementation_->finish(); }
std::uint64_t ArchiveWriter::events() const { return implementation_->events(); }

void write_archive(const TraceSource& source, const fs::path& directory) {
  const Definitions& definitions = source.definitions();
  ArchiveWriter archive(directory, definitions);
  for (std::size_t i = 0; i < definitions.locations.size(); ++i) {
    LocationWriter& location = archive.location(LocationId(i));
    const auto cursor = source.open(LocationId(i), select_all_events(), Attributes::Read);
    for (auto events = cursor->next(); !events.empty(); events = cursor->next())
      for (const Event& event : events) location.write(event);
    if (!cursor->damage().empty()) throw input_error("{}", cursor->damage());
    archive.close(LocationId(i));
  }
  archive.finish();
}

}  // namespace lull
