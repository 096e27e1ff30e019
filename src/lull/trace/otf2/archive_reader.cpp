// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/archive_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "lull/base/error.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/utf8.hpp"
#include "lull/trace/otf2/cursors/decoded_cursor.hpp"
#include "lull/trace/otf2/cursors/event_readers.hpp"
#include "lull/trace/otf2/cursors/library_cursor.hpp"
#include "lull/trace/otf2/definitions/archive_check.hpp"
#include "lull/trace/otf2/definitions/definition_reader.hpp"
#include "lull/trace/otf2/definitions/packed_definitions.hpp"
#include "lull/trace/otf2/library/library.hpp"
#include "lull/trace/otf2/records/file_window.hpp"
#include "lull/trace/rules/recording_gaps.hpp"
#include "lull/trace/source/shifted_trace.hpp"

namespace lull {
namespace {

using namespace otf2;

#ifdef LULL_WITHOUT_DECODER
constexpr Decoding kDecoding = Decoding::Library;
#else
constexpr Decoding kDecoding = Decoding::Own;
#endif

// Usual limit on the total bytes of all event files in memory.
constexpr std::size_t kWindows = std::size_t{32} << 20;
constexpr std::size_t kSmallestWindow = 8192;

class Archive final : public TraceSource {
 public:
  Archive(const std::filesystem::path& anchor, Decoding decoding);
  // The steps of opening an archive, shared by several processes.
  void read_global();
  [[nodiscard]] GlobalPart& global() { return global_; }
  [[nodiscard]] std::vector<LocalDefinitions> read_local(std::size_t part, std::size_t parts);
  [[nodiscard]] std::vector<LocalDefinitions> read_all_local();
  void finish(std::vector<LocalDefinitions> local);
  [[nodiscard]] const Definitions& definitions() const override { return global_.definitions; }
  [[nodiscard]] std::unique_ptr<EventCursor> open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const override;

 private:
  void leave_out_unmapped();
  void add_local_definitions(std::size_t location);
  void read_properties(OTF2_Reader* reader);
  void prepare();

  Decoding decoding_;
  ArchiveFiles files_;
  GlobalPart global_;
  std::vector<LocalDefinitions> local_definitions_;  // indexed by location
  std::unique_ptr<EventReaders> readers_;
  mutable DecoderTables decoders_;
};

ArchiveFiles files_of(OTF2_Reader* reader, const std::filesystem::path& anchor) {
  uint64_t events = 0;
  uint64_t definitions = 0;
  OTF2_FileSubstrate substrate = OTF2_SUBSTRATE_UNDEFINED;
  OTF2_Compression compression = OTF2_COMPRESSION_UNDEFINED;
  OTF2_Reader_GetChunkSize(reader, &events, &definitions);
  OTF2_Reader_GetFileSubstrate(reader, &substrate);
  OTF2_Reader_GetCompression(reader, &compression);
  return {anchor, events,
          substrate == OTF2_SUBSTRATE_POSIX && compression == OTF2_COMPRESSION_NONE};
}

std::string check_global_definitions(const ArchiveFiles& files) {
  if (!files.plain) return {};
  return check_definition_file(files.definitions(), DefinitionScope::Global).damage;
}

Archive::Archive(const std::filesystem::path& anchor, Decoding decoding)
    : decoding_(decoding), files_{anchor} {
  keep_library_errors();
}

void Archive::read_global() {
  const std::filesystem::path anchor = files_.anchor;
  if (const std::string damage = check_anchor_file(anchor); !damage.empty())
    throw input_error("{} is not a readable OTF2 archive: {}", anchor.string(), damage);
  const ReaderHandle reader = open_library_reader(files_);
  if (!reader)
    throw input_error("{} is not a readable OTF2 archive: {}", anchor.string(),
                      take_library_error(OTF2_ERROR_INVALID));
  files_ = files_of(reader.get(), anchor);
  if (const std::string damage = check_global_definitions(files_); !damage.empty())
    throw input_error("{}: {}", files_.definitions().string(), damage);
  read_global_definitions(reader.get(), anchor.string(), global_.definitions, global_.maps);
  global_.event_chunk_size = files_.event_chunk_size;
  global_.plain = files_.plain;
  read_properties(reader.get());
}

void Archive::read_properties(OTF2_Reader* reader) {
  char* creator = nullptr;
  if (OTF2_Reader_GetCreator(reader, &creator) == OTF2_SUCCESS && creator != nullptr) {
    global_.definitions.writer = as_utf8(creator);
    std::free(creator);
  }
  std::uint32_t count = 0;
  char** names = nullptr;
  if (OTF2_Reader_GetPropertyNames(reader, &count, &names) != OTF2_SUCCESS) return;
  for (std::uint32_t i = 0; i < count; ++i) {
    char* value = nullptr;
    if (OTF2_Reader_GetProperty(reader, names[i], &value) != OTF2_SUCCESS) continue;
    global_.definitions.archive_properties.emplace_back(as_utf8(names[i]), as_utf8(value));
    std::free(value);
  }
  std::free(names);
}

// Call after the global part was read.
void Archive::prepare() {
  files_.event_chunk_size = global_.event_chunk_size;
  files_.plain = global_.plain;
  files_.window =
      std::clamp(kWindows / std::max<std::size_t>(1, global_.definitions.locations.size()),
                 kSmallestWindow, FileWindow::kCapacity);
  readers_ = std::make_unique<EventReaders>(files_, global_.definitions.locations);
}

std::vector<LocalDefinitions> Archive::read_all_local() {
  prepare();
  return readers_->open_all();
}

std::vector<LocalDefinitions> Archive::read_local(std::size_t part, std::size_t parts) {
  prepare();
  const std::size_t locations = global_.definitions.locations.size();
  return readers_->read_local(locations * part / parts, locations * (part + 1) / parts);
}

void Archive::finish(std::vector<LocalDefinitions> local) {
  local_definitions_ = std::move(local);
  leave_out_unmapped();
  for (std::size_t i = 0; i < local_definitions_.size(); ++i) add_local_definitions(i);
  Definitions& definitions = global_.definitions;
  resolve_definitions(definitions, global_.maps);
  std::ranges::move(
      recording_gaps(definitions.archive_properties, definitions.processes.size(), Gaps::All),
      std::back_inserter(definitions.defects));
}

// Archives without any local definitions are valid. If only some locations have none, their files
// are lost, and with them the mapping of definitions in their events.
void Archive::leave_out_unmapped() {
  if (std::ranges::all_of(local_definitions_, &LocalDefinitions::missing)) return;
  for (std::size_t i = 0; i < local_definitions_.size(); ++i) {
    const Location& location = global_.definitions.locations[i];
    std::error_code ignored;
    const bool silent = location.events == 0 &&
                        !std::filesystem::exists(files_.events_of(location.reference), ignored);
    if (!local_definitions_[i].missing || silent) continue;
    local_definitions_[i].damage = fmt::format(
        "its local definitions ({}) are missing; without them its events may refer to the wrong "
        "definitions",
        files_.definitions_of(location.reference).string());
  }
}

void Archive::add_local_definitions(std::size_t location) {
  LocalDefinitions& local = local_definitions_[location];
  Definitions& definitions = global_.definitions;
  definitions.clock_offsets.push_back(std::move(local.clock_offsets));
  const Location& of = definitions.locations[location];
  if (local.unknown > 0)
    definitions.defects.push_back(fmt::format(
        "Location {} (\"{}\") has {} of an unknown kind: the definitions may be damaged, "
        "and its events may refer to the wrong definitions.",
        of.reference, of.name, counted(local.unknown, "local definition", "local definitions")));
  if (local.damage.empty()) return;
  definitions.defects.push_back(
      fmt::format("Location {} (\"{}\") is left out: {}", of.reference, of.name, local.damage));
}

std::unique_ptr<EventCursor> Archive::open(LocationId location, const EventSelection& selection,
                                           Attributes attributes) const {
  const CursorPlace place{files_, global_.maps, global_.definitions.locations.at(location.index()),
                          local_definitions_.at(location.index())};
  const bool with_attributes = attributes == Attributes::Read;
  if (files_.plain && decoding_ == Decoding::Own)
    return std::make_unique<DecodedCursor>(place, decoders_.of(selection), with_attributes);
  return std::make_unique<LibraryCursor>(place, location, *readers_, selection, with_attributes);
}

class Sharing final : public SharedOpening {
 public:
  explicit Sharing(std::unique_ptr<Archive> archive) : archive_(std::move(archive)) {}

  Bytes read_global() override {
    archive_->read_global();
    return packed(archive_->global());
  }
  void take_global(const Bytes& global) override {
    archive_->global() = unpacked_global_part(global);
  }
  Bytes read_local(std::size_t part, std::size_t parts) override {
    std::vector<LocalDefinitions> local = archive_->read_local(part, parts);
    return packed(local);
  }
  std::unique_ptr<TraceSource> finish(const std::vector<Bytes>& local) override {
    std::vector<LocalDefinitions> all;
    for (const Bytes& part : local) unpack(part, all);
    archive_->finish(std::move(all));
    return with_ordinary_times(std::move(archive_));
  }

 private:
  std::unique_ptr<Archive> archive_;
};

std::vector<std::filesystem::path> anchors_in(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> anchors;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    if (std::error_code ignored;
        entry.path().extension() == ".otf2" && entry.is_regular_file(ignored))
      anchors.push_back(entry.path());
  return anchors;
}

}  // namespace

std::filesystem::path find_anchor(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    throw input_error("{}: {}", path.string(),
                      error && error != std::errc::no_such_file_or_directory
                          ? error.message()
                          : "no such file or directory");
  if (!std::filesystem::is_directory(status)) return path;
  const auto anchors = anchors_in(path);
  if (anchors.empty())
    throw input_error("{} contains no OTF2 archive: there is no file ending in .otf2",
                      path.string());
  if (anchors.size() > 1)
    throw input_error("{} contains {} OTF2 archives; specify one of them, for example {}",
                      path.string(), anchors.size(), anchors.front().string());
  return anchors.front();
}

std::unique_ptr<TraceSource> open_archive(const std::filesystem::path& path) {
  return open_archive(path, kDecoding);
}

std::unique_ptr<TraceSource> open_archive(const std::filesystem::path& path, Decoding decoding) {
  auto archive = std::make_unique<Archive>(find_anchor(path), decoding);
  archive->read_global();
  archive->finish(archive->read_all_local());
  return with_ordinary_times(std::move(archive));
}

std::unique_ptr<SharedOpening> open_shared(const std::filesystem::path& path) {
  return std::make_unique<Sharing>(std::make_unique<Archive>(find_anchor(path), kDecoding));
}

}  // namespace lull
