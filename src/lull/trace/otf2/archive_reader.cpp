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
#include "lull/trace/otf2/decoded_cursor.hpp"
#include "lull/trace/otf2/definition_reader.hpp"
#include "lull/trace/otf2/event_readers.hpp"
#include "lull/trace/otf2/library.hpp"
#include "lull/trace/otf2/library_cursor.hpp"
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
  const CursorPlace place{files_, maps_, definitions_.locations.at(location.index()),
                          local_definitions_.at(location.index())};
  const bool with_attributes = attributes == Attributes::Read;
  if (files_.plain && decoding_ == Decoding::Own)
    return std::make_unique<DecodedCursor>(place, decoders_.of(selection), with_attributes);
  return std::make_unique<LibraryCursor>(place, location, *readers_, selection, with_attributes);
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
