// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Opens the files of a recording that begins.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string_view>

#include "lull/recorder/journal/json_line.hpp"
#include "lull/recorder/journal/stop_note.hpp"
#include "lull/recorder/measurement/execution.hpp"
#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/measurement/origin.hpp"
#include "lull/recorder/measurement/this_process.hpp"
#include "lull/recorder/system/heap.hpp"
#include "lull/recorder/system/host_name.hpp"

namespace lull::recorder {
namespace {

std::string_view clock_line(std::span<char> memory) {
  const ClockReading now = read_both_clocks();
  JsonLine line(memory);
  line.raw("{\"clock\":{\"ticks\":").number(now.ticks);
  return line.raw(",\"nanoseconds\":").number(now.nanoseconds).raw("}}\n").line();
}

// If the process is killed, this is the last clock reading.
void after_writing() noexcept { Measurement::instance().note_clock_if_free(); }

}  // namespace

void Measurement::note_clock() noexcept {
  std::array<char, 128> memory;
  note_line(clock_line(memory));
}

void Measurement::note_clock_if_free() noexcept {
  std::array<char, 128> memory;
  if (has_journal_) (void)journal_.write_line_if_free(clock_line(memory));
}

void Measurement::open_journal(const std::filesystem::path& directory) {
  use_counter = counter_is_uniform();
  note_execution();
  part_ = make_part(directory / ".parts", part_name());
  prepare_stop_note(part_);
  if (!journal_.open(part_ / "journal.jsonl"))
    throw std::runtime_error(
        fmt::format("{} cannot be written", (part_ / "journal.jsonl").string()));
  const Launch launch = launch_of_this_process();
  journal_.write({{"process",
                   {{"host", host_name()},
                    {"boot_id", boot_id()},
                    {"time_namespace", time_namespace()},
                    {"job", launch.job},
                    {"launched_rank", launch.rank},
                    {"parent", launch.parent},
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
  files_.open(
      part_ / "traces", chunk_size(),
      [](int error, const char* why) noexcept { Measurement::instance().give_up(why, error); },
      after_writing);
  if (std::getenv("LULL_RECORD_ESTIMATE") != nullptr)
    files_.only_count();
  else
    files_.limit(
        std::min(size_from("LULL_RECORD_LIMIT"), size_from("LULL_RECORD_TOTAL_LIMIT")),
        [](bool one_file) noexcept {
          Measurement::instance().end_early(one_file ? kStoppedByFileSize : kStoppedByLimit);
        });
}

}  // namespace lull::recorder
