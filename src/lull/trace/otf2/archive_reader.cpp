// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/archive_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "lull/base/counted.hpp"
#include "lull/base/error.hpp"
#include "lull/base/utf8.hpp"
#include "lull/trace/otf2/archive_check.hpp"
#include "lull/trace/otf2/definition_reader.hpp"
#include "lull/trace/otf2/event_batch.hpp"
#include "lull/trace/otf2/event_file_check.hpp"
#include "lull/trace/otf2/event_file_decoder.hpp"
#include "lull/trace/otf2/event_readers.hpp"
#include "lull/trace/otf2/library.hpp"
#include "lull/trace/recording_gaps.hpp"

namespace lull {
namespace {

using namespace otf2;

class Archive final : public TraceSource {
 public:
  Archive(const std::filesystem::path& anchor, Decoding decoding);
  [[nodiscard]] const Definitions& definitions() const override { return definitions_; }
  [[nodiscard]] std::unique_ptr<EventCursor> open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const override;

  [[nodiscard]] EventReaders& readers() const { return *readers_; }
  [[nodiscard]] const ReferenceMaps& maps() const { return maps_; }
  [[nodiscard]] const ArchiveFiles& files() const { return files_; }
  [[nodiscard]] Decoding decoding() const { return decoding_; }

 private:
  void add_local_definitions(std::size_t location);
  void read_properties();

  Decoding decoding_;
  ReaderHandle reader_;
  ArchiveFiles files_;
  std::vector<LocalDefinitions> local_definitions_;  // by location
  Definitions definitions_;
  ReferenceMaps maps_;
  std::unique_ptr<EventReaders> readers_;
};

class ArchiveCursor final : public EventCursor {
 public:
  ArchiveCursor(const Archive& archive, LocationId location, const EventSelection& selection,
                bool with_attributes, const LocalDefinitions& local)
      : archive_(archive),
        id_(location),
        location_(archive.definitions().locations.at(location.index())),
        with_attributes_(with_attributes),
        mapped_(local.mapped) {
    const std::filesystem::path file = archive.files().events_of(location_.reference);
    const std::uint64_t chunk_size = archive.files().event_chunk_size;
    if (archive.files().plain && archive.decoding() == Decoding::Own)
      decoder_.emplace(file, chunk_size, selection, local.maps.get());
    else if (archive.files().plain)
      check_.emplace(file, chunk_size);
    if (!decoder_) callbacks_ = make_event_callbacks(selection);
    const bool is_missing =
        (check_ && !check_->file_exists()) || (decoder_ && !decoder_->file_exists());
    if (location_.events == 0 && is_missing) ended_ = true;
    if (!local.damage.empty()) break_off(local.damage);
  }
  ~ArchiveCursor() override { close(); }

  std::span<const Event> next() override;
  bool pack_next(EventPacker& packer) override;
  void release(std::size_t unread) override;
  void seek(std::uint64_t position) override;
  [[nodiscard]] std::optional<std::uint64_t> position() const override {
    return exact_ ? std::optional(block_) : std::nullopt;
  }
  [[nodiscard]] const std::string& damage() const override { return damage_; }

 private:
  bool open();
  void close();
  bool read_block();
  bool decode_block();
  std::uint64_t sound_block();
  void break_off(const std::string& reason);

  const Archive& archive_;
  LocationId id_;
  const Location& location_;
  EventCallbacks callbacks_;
  bool with_attributes_;
  bool mapped_;  // whether its events name things by numbers of their own
  std::optional<EventFileDecoder> decoder_;  // Lull's own, of plain files; else the library's, and
  std::optional<EventFileCheck> check_;      // what looks ahead of it
  std::unique_ptr<EventBatch> batch_;
  EventPacker* packer_ = nullptr;  // where events go instead
  EventReader reader_;
  std::uint64_t records_ = 0;  // read so far
  std::uint64_t block_ = 0;    // the same before the batch at hand
  std::size_t skip_ = 0;       // events of the next batch that are known already
  bool exact_ = true;          // whether the batch at hand begins with its first event
  bool ended_ = false;
  std::string damage_;
};

std::span<const Event> ArchiveCursor::next() {
  while (read_block()) {
    const auto events = batch_->events().subspan(std::min(skip_, batch_->events().size()));
    exact_ = skip_ == 0;
    skip_ = 0;
    if (!events.empty()) return events;
  }
  return {};
}

bool ArchiveCursor::pack_next(EventPacker& packer) {
  if (skip_ > 0) return EventCursor::pack_next(packer);
  packer_ = &packer;
  exact_ = true;
  const std::size_t before = packer.size();
  while (packer.size() == before && read_block()) {
  }
  packer_ = nullptr;
  return packer.size() > before;
}

// Into the batch, or to where it is to be packed. False at the end.
bool ArchiveCursor::read_block() {
  if (decoder_) return decode_block();
  const std::uint64_t wanted = ended_ ? 0 : sound_block();
  if (wanted == 0 || (reader_.reader == nullptr && !open())) {
    ended_ = true;
    close();
    return false;
  }
  batch_->clear();
  batch_->pack_into(packer_);
  uint64_t read = 0;
  const OTF2_ErrorCode code = OTF2_EvtReader_ReadEvents(reader_.reader, wanted, &read);
  records_ += read;
  if (code != OTF2_SUCCESS) break_off(take_library_error(code));
  if (read < wanted) ended_ = true;
  block_ = records_ - read;
  return true;
}

bool ArchiveCursor::decode_block() {
  if (ended_) return false;
  if (!batch_) batch_ = std::make_unique<EventBatch>(archive_.maps(), with_attributes_);
  batch_->clear();
  batch_->pack_into(packer_);
  if (decoder_->records() != records_) decoder_->seek(records_);
  block_ = records_;
  const std::uint64_t read =
      decoder_->records() == records_ ? decoder_->decode(EventBatch::kCapacity, *batch_) : 0;
  records_ += read;
  if (read > 0) return true;
  if (!decoder_->damage().empty()) break_off(decoder_->damage());
  ended_ = true;
  close();
  return false;
}

// How many records the library may be asked for; none at the end.
std::uint64_t ArchiveCursor::sound_block() {
  if (!check_) return EventBatch::kCapacity;
  const std::uint64_t sound = check_->sound_records(records_ + EventBatch::kCapacity);
  if (sound == records_ && !check_->damage().empty()) break_off(check_->damage());
  return std::min<std::uint64_t>(EventBatch::kCapacity, sound - records_);
}

void ArchiveCursor::release(std::size_t unread) {
  if (unread > 0) {
    skip_ = batch_->events().size() - unread;
    records_ = block_;
    ended_ = false;
  }
  close();
}

void ArchiveCursor::seek(std::uint64_t position) {
  close();
  if (!damage_.empty() && position >= records_) return;
  records_ = position;
  skip_ = 0;
  ended_ = false;
}

bool ArchiveCursor::open() {
  reader_ = archive_.readers().open(id_);
  if (reader_.reader == nullptr) {
    break_off(take_library_error(OTF2_ERROR_INVALID));
    return false;
  }
  batch_ = std::make_unique<EventBatch>(archive_.maps(), with_attributes_);
  OTF2_EvtReader_ApplyClockOffsets(reader_.reader, false);
  OTF2_EvtReader_ApplyMappingTables(reader_.reader, mapped_);
  OTF2_EvtReader_SetCallbacks(reader_.reader, callbacks_.get(), batch_.get());
  if (records_ == 0) return true;
  const OTF2_ErrorCode code = OTF2_EvtReader_Seek(reader_.reader, records_ + 1);
  if (code != OTF2_SUCCESS) break_off(take_library_error(code));
  return code == OTF2_SUCCESS;
}

void ArchiveCursor::close() {
  if (reader_.reader != nullptr) archive_.readers().close(id_, std::exchange(reader_, {}));
  batch_.reset();
  if (check_) check_->release();
  if (decoder_) decoder_->release();
}

void ArchiveCursor::break_off(const std::string& reason) {
  damage_ =
      fmt::format("Location {} (\"{}\") breaks off after {} of {}: {}", location_.reference,
                  location_.name, grouped(records_), counted(location_.events, "record"), reason);
  ended_ = true;
}

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

Archive::Archive(const std::filesystem::path& anchor, Decoding decoding) : decoding_(decoding) {
  keep_library_errors();
  if (const std::string damage = check_anchor_file(anchor); !damage.empty())
    throw input_error("{} is not a readable OTF2 archive: {}", anchor.string(), damage);
  reader_ = open_library_reader({anchor, 0, false});
  if (!reader_)
    throw input_error("{} is not a readable OTF2 archive: {}", anchor.string(),
                      take_library_error(OTF2_ERROR_INVALID));
  files_ = files_of(reader_.get(), anchor);
  if (const std::string damage = check_global_definitions(files_); !damage.empty())
    throw input_error("{}: {}", files_.definitions().string(), damage);
  read_global_definitions(reader_.get(), anchor.string(), definitions_, maps_);
  readers_ = std::make_unique<EventReaders>(files_, definitions_.locations);
  local_definitions_ = readers_->open_all();
  for (std::size_t i = 0; i < local_definitions_.size(); ++i) add_local_definitions(i);
  resolve_definitions(definitions_, maps_);
  char* creator = nullptr;
  if (OTF2_Reader_GetCreator(reader_.get(), &creator) == OTF2_SUCCESS && creator != nullptr) {
    definitions_.writer = as_utf8(creator);
    std::free(creator);
  }
  read_properties();
}

void Archive::read_properties() {
  std::uint32_t count = 0;
  char** names = nullptr;
  if (OTF2_Reader_GetPropertyNames(reader_.get(), &count, &names) != OTF2_SUCCESS) return;
  for (std::uint32_t i = 0; i < count; ++i) {
    char* value = nullptr;
    if (OTF2_Reader_GetProperty(reader_.get(), names[i], &value) != OTF2_SUCCESS) continue;
    definitions_.archive_properties.emplace_back(as_utf8(names[i]), as_utf8(value));
    std::free(value);
  }
  std::free(names);
  std::ranges::move(
      recording_gaps(definitions_.archive_properties, definitions_.processes.size(), Gaps::All),
      std::back_inserter(definitions_.oddities));
}

void Archive::add_local_definitions(std::size_t location) {
  LocalDefinitions& local = local_definitions_[location];
  definitions_.clock_offsets.push_back(std::move(local.clock_offsets));
  const Location& of = definitions_.locations[location];
  if (local.unknown > 0)
    definitions_.oddities.push_back(fmt::format(
        "Of location {} (\"{}\") {} of a kind that is not known: the definitions may be damaged, "
        "and its events name other things than they seem to.",
        of.reference, of.name,
        counted(local.unknown, "local definition is", "local definitions are")));
  if (local.damage.empty()) return;
  definitions_.oddities.push_back(
      fmt::format("Location {} (\"{}\") is left out: {}", of.reference, of.name, local.damage));
}

std::unique_ptr<EventCursor> Archive::open(LocationId location, const EventSelection& selection,
                                           Attributes attributes) const {
  return std::make_unique<ArchiveCursor>(*this, location, selection, attributes == Attributes::Read,
                                         local_definitions_.at(location.index()));
}

std::vector<std::filesystem::path> anchors_in(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> anchors;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    if (entry.path().extension() == ".otf2" && entry.is_regular_file())
      anchors.push_back(entry.path());
  return anchors;
}

}  // namespace

std::filesystem::path find_anchor(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    throw input_error("{}: no such file or directory", path.string());
  if (!std::filesystem::is_directory(path)) return path;
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
#ifdef LULL_WITHOUT_DECODER
  return open_archive(path, Decoding::Library);
#else
  return open_archive(path, Decoding::Own);
#endif
}

std::unique_ptr<TraceSource> open_archive(const std::filesystem::path& path, Decoding decoding) {
  return std::make_unique<Archive>(find_anchor(path), decoding);
}

}  // namespace lull
