// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/assembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdarg>
#include <memory>
#include <thread>
#include <vector>

#include "lull/base/error.hpp"
#include "lull/recorder/assembly/assembly_lock.hpp"
#include "lull/recorder/assembly/definitions/archive_definitions.hpp"
#include "lull/recorder/assembly/plain_files.hpp"
#include "lull/recorder/assembly/worlds/helper_processes.hpp"
#include "lull/recorder/assembly/worlds/node_clocks.hpp"
#include "lull/recorder/assembly/worlds/worlds.hpp"
#include "lull/recorder/journal/mended_file.hpp"
#include "lull/recorder/names/resolve.hpp"

namespace lull::recorder {
namespace {

namespace fs = std::filesystem;

unsigned thread_count() { return std::max(1u, std::thread::hardware_concurrency()); }

fs::path parts_of(const fs::path& directory) { return directory / ".parts"; }

fs::path moved_of(const fs::path& directory) { return parts_of(directory) / ".moved"; }

// Undoes an interrupted assembly, which has moved event files: the OTF2 library creates their
// directory itself.
void take_back(const fs::path& directory) {
  for (const char* name : {"traces.otf2", "traces.def"}) fs::remove(directory / name);
  const fs::path traces = directory / "traces";
  if (!fs::exists(traces)) return;
  fs::create_directories(moved_of(directory));
  for (const auto& entry : fs::directory_iterator(traces))
    if (entry.path().extension() == ".evt")
      fs::rename(entry.path(), moved_of(directory) / entry.path().filename());
  fs::remove_all(traces);
}

// Threads whose event file was lost keep their location, without events, like unrecorded processes:
// records of other threads refer to them. Must be called before anything is moved: intact
// directories can then be moved as a whole.
void make_up_for_lost_files(const fs::path& directory, std::vector<ProcessPart>& parts) {
  for (std::size_t rank = 0; rank < parts.size(); ++rank)
    for (auto& [thread, events] : parts[rank].events) {
      const fs::path moved = moved_of(directory) / fmt::format("{}.evt", location_of(rank, thread));
      if (!parts[rank].recorded) {  // it never had an event file
        fs::create_directories(moved.parent_path());
        (void)mend(moved, parts[rank].buffer);
        continue;
      }
      const fs::path file = parts[rank].event_file(thread);
      if (fs::is_regular_file(file) || fs::is_regular_file(moved)) continue;
      fs::remove_all(file);
      fs::create_directories(file.parent_path());
      events = mend(file, parts[rank].buffer).events;
      parts[rank].memory_lost = true;
    }
}

struct ArchiveCloser {
  void operator()(OTF2_Archive* archive) const { OTF2_Archive_Close(archive); }
};
using ArchiveHandle = std::unique_ptr<OTF2_Archive, ArchiveCloser>;

[[noreturn]] void fail(const fs::path& directory, const char* what) {
  throw Error(ExitStatus::System,
              fmt::format("{}: {} cannot be written", directory.string(), what));
}

OTF2_FlushType flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) { return OTF2_FLUSH; }
constexpr OTF2_FlushCallbacks kFlush{flush, nullptr};

// Every definition must fit into one chunk, including the list of all threads. The library clears
// as much memory for each thread's local definitions.
std::uint64_t definition_chunk(const std::vector<ProcessPart>& parts) {
  constexpr std::uint64_t kBytesPerNumber = 10;
  std::uint64_t threads = 0;
  std::uint64_t most = 0;  // the most in one table of one process
  for (const ProcessPart& part : parts) {
    threads += part.events.size();
    most = std::max<std::uint64_t>({most, part.regions.size(), part.communicators.size()});
  }
  const std::uint64_t size = std::bit_ceil(2 * kBytesPerNumber * std::max(threads, most));
  return std::clamp<std::uint64_t>(size, OTF2_CHUNK_SIZE_MIN, OTF2_CHUNK_SIZE_MAX);
}

void write_local_files(OTF2_Archive* archive, const fs::path& directory,
                       const std::vector<ProcessPart>& parts, const MergedDefinitions& all) {
  if (OTF2_Archive_OpenDefFiles(archive) != OTF2_SUCCESS) fail(directory, "its definitions");
  for (std::size_t rank = 0; rank < parts.size(); ++rank)
    for (const auto& [thread, events] : parts[rank].events) {
      OTF2_DefWriter* writer = OTF2_Archive_GetDefWriter(archive, location_of(rank, thread));
      if (writer == nullptr) fail(directory, "its definitions");
      write_local_definitions(writer, parts[rank], all, rank);
      if (OTF2_Archive_CloseDefWriter(archive, writer) != OTF2_SUCCESS)
        fail(directory, "its definitions");
    }
  OTF2_Archive_CloseDefFiles(archive);
}

void move_event_files(const fs::path& directory, const std::vector<ProcessPart>& parts) {
  for (std::size_t rank = 0; rank < parts.size(); ++rank)
    for (const auto& [thread, events] : parts[rank].events) {
      const fs::path file = parts[rank].event_file(thread);
      const std::string name = fmt::format("{}.evt", location_of(rank, thread));
      const fs::path moved = moved_of(directory) / name;
      fs::rename(fs::exists(moved) ? moved : file, directory / "traces" / name);
    }
}

Assembled assemble_parts(const fs::path& directory, NameLength names) {
  auto [parts, failures, helpers] = read_parts(directory);
  if (parts.empty())
    throw input_error("{}: nothing was recorded{}", directory.string(),
                      failures.empty() ? "" : ": " + failures.front());
  resolve_names(parts, names);
  set_clocks(parts, ticks_per_second(parts));
  const MergedDefinitions all = merge_definitions(parts, thread_count());
  take_back(directory);
  make_up_for_lost_files(directory, parts);
  ArchiveHandle archive(OTF2_Archive_Open(directory.c_str(), "traces", OTF2_FILEMODE_WRITE,
                                          parts.front().buffer, definition_chunk(parts),
                                          OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE));
  if (!archive) fail(directory, "the archive");
  OTF2_Archive_SetFlushCallbacks(archive.get(), &kFlush, nullptr);
  if (OTF2_Archive_SetSerialCollectiveCallbacks(archive.get()) != OTF2_SUCCESS)
    fail(directory, "the archive");
  OTF2_Archive_SetCreator(archive.get(), "Lull");
  Assembled result;
  result.notes = recording_notes(parts, ticks_per_second(parts));
  result.failures = std::move(failures);
  result.helpers = helpers;
  for (const auto& [name, value] : result.notes)
    OTF2_Archive_SetProperty(archive.get(), name.c_str(), value.c_str(), true);
  move_event_files(directory, parts);
  write_local_files(archive.get(), directory, parts, all);
  OTF2_GlobalDefWriter* writer = OTF2_Archive_GetGlobalDefWriter(archive.get());
  if (writer == nullptr) fail(directory, "its definitions");
  write_definitions(writer, parts, all);
  if (OTF2_Archive_CloseGlobalDefWriter(archive.get(), writer) != OTF2_SUCCESS)
    fail(directory, "its definitions");
  if (OTF2_Archive_Close(archive.release()) != OTF2_SUCCESS) fail(directory, "the archive");
  for (const ProcessPart& part : parts) {
    ++(part.recorded ? result.processes : result.not_recorded);
    if (!part.recorded) continue;
    result.locations += part.events.size();
    for (const auto& [thread, events] : part.events) result.events += events;
  }
  fs::remove_all(parts_of(directory));
  return result;
}

}  // namespace

ReadParts read_parts(const fs::path& directory) {
  expect_plain_files(directory);
  std::vector<fs::path> directories;
  for (const auto& entry : fs::directory_iterator(parts_of(directory)))
    if (entry.is_directory() && !entry.path().filename().string().starts_with('.'))
      directories.push_back(entry.path());
  ReadParts read = read_process_parts(directories, thread_count());
  std::vector<ProcessPart>& parts = read.parts;
  read.helpers = take_out_helpers(parts);
  try {
    join_worlds(parts);
  } catch (const Error& error) {
    throw Error(error.status(), fmt::format("{}: {}", directory.string(), error.what()));
  }
  for (const ProcessPart& part : parts)
    if (part.buffer != parts.front().buffer)
      throw input_error("{}: the processes were recorded with different buffer sizes",
                        directory.string());
  return read;
}

bool has_parts(const fs::path& directory) {
  std::error_code missing;
  return fs::is_directory(parts_of(directory), missing) &&
         !fs::is_empty(parts_of(directory), missing);
}

namespace {

// Keeps OTF2 from printing its errors on standard error: Lull reports them itself.
class QuietLibrary {
 public:
  QuietLibrary() : before_(OTF2_Error_RegisterCallback(ignore_error, nullptr)) {}
  ~QuietLibrary() { OTF2_Error_RegisterCallback(before_, nullptr); }
  QuietLibrary(const QuietLibrary&) = delete;
  QuietLibrary& operator=(const QuietLibrary&) = delete;

 private:
  static OTF2_ErrorCode ignore_error(void* /*user*/, const char* /*file*/, std::uint64_t /*line*/,
                                     const char* /*function*/, OTF2_ErrorCode code,
                                     const char* /*format*/, va_list /*arguments*/) {
    return code;
  }
  OTF2_ErrorCallback before_;
};

}  // namespace

Assembled assemble(const fs::path& directory, NameLength names) {
  const QuietLibrary quiet;
  const AssemblyLock lock(parts_of(directory));
  if (!fs::exists(fs::symlink_status(parts_of(directory))))
    throw Error(ExitStatus::System,
                fmt::format("{}: another process has assembled this archive", directory.string()));
  try {
    return assemble_parts(directory, names);
  } catch (const fs::filesystem_error& failure) {
    throw system_error(failure.path1().string(), failure.code().value());
  }
}

}  // namespace lull::recorder
