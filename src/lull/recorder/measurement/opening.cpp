// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The files of a recording that begins.
#include <fmt/format.h>
#include <otf2/OTF2_Pthread_Locks.h>
#include <otf2/otf2.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "lull/recorder/measurement/execution.hpp"
#include "lull/recorder/measurement/heap.hpp"
#include "lull/recorder/measurement/host_name.hpp"
#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/measurement/stop_note.hpp"
#include "lull/recorder/measurement/this_process.hpp"

namespace lull::recorder {
namespace {

// Whatever the library says, it says at every event.
OTF2_ErrorCode on_library_error(void*, const char*, std::uint64_t, const char*, OTF2_ErrorCode code,
                                const char*, va_list) {
  Measurement& measurement = Measurement::instance();
  if (code > OTF2_SUCCESS && (measurement.running() || measurement.paused()))
    measurement.give_up(OTF2_Error_GetDescription(code));
  return code;
}

// If the process is killed some day, this is the last that is known of its time.
OTF2_TimeStamp after_flush(void*, OTF2_FileType, OTF2_LocationRef) {
  Measurement::instance().note_clock();
  return ticks();
}
OTF2_FlushCallbacks flush_callbacks{nullptr, after_flush};

}  // namespace

void Measurement::note_clock() noexcept {
  const ClockReading now = read_both_clocks();
  note({{"clock", {{"ticks", now.ticks}, {"nanoseconds", now.nanoseconds}}}});
}

void Measurement::open_journal(const std::filesystem::path& directory) {
  use_counter = counter_is_even();
  part_ = make_part(directory / ".parts", part_name());
  prepare_stop_note(part_);
  if (!journal_.open(part_ / "journal.jsonl"))
    throw std::runtime_error(
        fmt::format("{} cannot be written", (part_ / "journal.jsonl").string()));
  journal_.write({{"process",
                   {{"host", host_name()},
                    {"pid", ::getpid()},
                    {"started", process_start()},
                    {"command", command_line()},
                    {"buffer", chunk_size()},
                    {"began", since_epoch()},
                    {"counter", use_counter},
                    {"own_allocator", has_own_allocator()}}}});
  note_clock();
}

void Measurement::open_files() {
  OTF2_Error_RegisterCallback(on_library_error, nullptr);
  files_.open(part_ / "traces", [](int error, const char* why) noexcept {
    Measurement::instance().give_up(why, error);
  });
  if (std::getenv("LULL_RECORD_ESTIMATE") != nullptr)
    files_.only_count();
  else
    files_.limit(
        std::min(size_from("LULL_RECORD_LIMIT"), size_from("LULL_RECORD_TOTAL_LIMIT")),
        [](bool one_file) noexcept {
          Measurement::instance().end_early(one_file ? kStoppedByFileSize : kStoppedByLimit);
        });
  archive_ = OTF2_Archive_Open(part_.c_str(), "traces", OTF2_FILEMODE_WRITE, chunk_size(),
                               OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_NONE,
                               OTF2_COMPRESSION_NONE);
  if (archive_ == nullptr) throw std::runtime_error("the archive cannot be made");
  files_.take_from(archive_, flush_callbacks);
  OTF2_Pthread_Archive_SetLockingCallbacks(archive_, nullptr);
  if (OTF2_Archive_SetSerialCollectiveCallbacks(archive_) != OTF2_SUCCESS ||
      OTF2_Archive_OpenEvtFiles(archive_) != OTF2_SUCCESS)
    throw std::runtime_error("the event files cannot be made");
}

}  // namespace lull::recorder
