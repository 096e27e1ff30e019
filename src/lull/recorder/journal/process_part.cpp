// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/journal/process_part.hpp"

#include <fmt/format.h>
#include <otf2/OTF2_GeneralDefinitions.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <fstream>
#include <future>
#include <iterator>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "lull/base/error.hpp"
#include "lull/recorder/journal/journal_entries.hpp"
#include "lull/recorder/journal/mended_file.hpp"
#include "lull/recorder/journal/thread_order.hpp"
#include "lull/recorder/system/clock.hpp"
#include "lull/recorder/system/host_name.hpp"

namespace lull::recorder {
namespace {

using nlohmann::json;

RecordedRegion region_of(const json& entry) {
  RecordedRegion region{.name = entry.at("name"),
                        .role = entry.at("role"),
                        .paradigm = entry.at("paradigm"),
                        .object = entry.value("object", ""),
                        .offset = entry.value("offset", std::uint64_t{0}),
                        .file = entry.value("file", ""),
                        .line = entry.value("line", 0u)};
  region.end_line = region.line;
  region.symbol = entry.value("symbol", "");
  return region;
}

void take_team(ProcessPart& part, const json& entry) {
  const auto number = static_cast<std::uint32_t>(sensible_number(entry.at("number")));
  part.teams[number] = entry.at("members").get<std::vector<std::uint32_t>>();
  if (entry.value("level", 0u) > 0) part.nested_teams.insert(number);
}

// Takes an entry about threads; returns whether it was one.
bool take_threads(ProcessPart& part, const std::string& kind, const json& entry) {
  if (kind == "thread")
    part.events[entry.at("number").get<std::uint32_t>()] = 0;
  else if (kind == "thread_name")
    part.thread_names[entry.at("number").get<std::uint32_t>()] = entry.at("name");
  else if (kind == "worker")
    part.workers.insert(entry.at("number").get<std::uint32_t>());
  else if (kind == "team")
    take_team(part, entry);
  else if (kind == "contingent") {
    part.contingent = static_cast<std::uint32_t>(sensible_number(entry.at("number")));
    part.threads_by_default = entry.value("by_default", false);
  } else
    return false;
  return true;
}

void take_end(ProcessPart& part, const json& entry) {
  part.closed = true;
  part.ended = !entry.value("mended", false);
  part.last_time = entry.value("last_time", std::uint64_t{0});
  part.memory_lost = entry.value("memory_lost", false);
  part.times_off = entry.value("times_off", std::uint64_t{0});
  part.ticks_off = entry.value("ticks_off", std::uint64_t{0});
  part.forks = entry.value("forks", std::uint64_t{0});
  part.lost_in_handlers = entry.value("lost_in_handlers", std::uint64_t{0});
  part.own_ompt_tool = entry.value("own_ompt_tool", false);
  part.not_instrumented = entry.value("not_instrumented", false);
  for (const json& thread : entry.at("threads"))
    part.events[thread.at("number").get<std::uint32_t>()] = thread.at("events");
}

std::uint64_t sensible_buffer(std::uint64_t size) {
  if (size < OTF2_CHUNK_SIZE_MIN || size > OTF2_CHUNK_SIZE_MAX)
    throw input_error("invalid buffer size: {} bytes", size);
  return size;
}

RecordedCounts counts_of(const json& entry) {
  RecordedCounts counts{.bytes = entry.at("bytes"), .regions = {}};
  for (const json& region : entry.at("regions"))
    counts.regions[region.at(0).get<std::uint32_t>()] = {.visits = region.at(1),
                                                         .bytes = region.at(2),
                                                         .ticks = region.at(3),
                                                         .calls = region.at(4)};
  return counts;
}

void take_origin(ProcessPart& part, const json& entry) {
  part.host = entry.at("host");
  part.boot_id = entry.value("boot_id", "");
  part.time_namespace = entry.value("time_namespace", "");
  part.job = entry.value("job", std::map<std::string, std::string>{});
  part.parent = part.host + " " + entry.value("parent", "");
  if (const auto rank = entry.value("launched_rank", std::int64_t{-1}); rank >= 0)
    part.launched_rank = static_cast<std::uint32_t>(rank);
}

void take(ProcessPart& part, const std::string& kind, const json& entry) {
  if (take_threads(part, kind, entry) || take_measure(part.measures, kind, entry) ||
      take_mpi(part, kind, entry))
    return;
  if (kind == "process") {
    take_origin(part, entry);
    part.pid = entry.at("pid");
    part.command = entry.at("command");
    part.buffer = sensible_buffer(entry.at("buffer"));
    part.counter = entry.at("counter");
    part.began = entry.value("began", std::uint64_t{0});
    part.own_allocator = entry.value("own_allocator", false);
  } else if (kind == "region") {
    numbered(part.regions, entry.at("number")) = region_of(entry);
  } else if (kind == "loaded_name") {
    numbered(part.regions, entry.at("number")).loaded_name = entry.at("symbol");
  } else if (kind == "clock") {
    RecordedClock clock{entry.at("ticks"), entry.at("nanoseconds"), {}};
    if (entry.contains("offset")) clock.offset = entry.at("offset").get<std::int64_t>();
    part.clocks.push_back(clock);
  } else if (kind == "speed") {
    part.speed = entry.get<double>();
  } else if (kind == "counts") {
    part.counts = counts_of(entry);
  } else if (kind == "executed") {
    part.executed = true;
  } else if (kind == "end") {
    take_end(part, entry);
  }
}

// Returns whether the process still runs and records into this directory: then its files are in
// use.
bool still_runs(const ProcessPart& part) {
  std::ifstream file(fmt::format("/proc/{}/environ", part.pid), std::ios::binary);
  const std::string environment{std::istreambuf_iterator<char>(file), {}};
  constexpr std::string_view kVariable{"\0LULL_RECORD_DIRECTORY=", 23};
  const std::size_t found = ('\0' + environment).find(kVariable);
  if (part.host != host_name() || found == environment.npos) return false;
  const char* const recorded = environment.c_str() + found + kVariable.size() - 1;
  std::error_code gone;
  return std::filesystem::equivalent(recorded, part.directory.parent_path().parent_path(), gone);
}

// Processes killed by a launcher may take a moment to end.
void wait_for_its_end(const ProcessPart& part) {
  constexpr auto kLook = std::chrono::milliseconds(50);
  for (int look = 0; still_runs(part); ++look) {
    if (look == 100)
      throw input_error("{}: process {} is still being recorded; try again when it has ended",
                        part.directory.parent_path().parent_path().string(), part.pid);
    std::this_thread::sleep_for(kLook);
  }
}

// Returns the speed of the process's clock, if it was read on this machine since its last boot:
// then it has been running until now. The readings of a process that was killed may be close
// together.
std::optional<double> speed_until_now(const ProcessPart& part) {
  constexpr double kDoubt = 0.05;
  if (part.host != host_name() || part.clocks.size() < 2) return std::nullopt;
  use_counter = part.counter;
  const ClockReading now = read_both_clocks();
  const RecordedClock& first = part.clocks.front();
  const RecordedClock& last = part.clocks.back();
  if (now.nanoseconds <= last.nanoseconds || last.nanoseconds <= first.nanoseconds) return {};
  const auto speed = [&](std::uint64_t ticks, std::uint64_t nanoseconds) {
    return static_cast<double>(ticks - first.ticks) /
           static_cast<double>(nanoseconds - first.nanoseconds);
  };
  const double known = speed(last.ticks, last.nanoseconds);
  const double found = speed(now.ticks, now.nanoseconds);
  if (std::abs(found / known - 1) > kDoubt) return std::nullopt;
  return found;
}

// Completes the files of a process that did not end normally, and notes that: its event files may
// be moved next.
void end_for_it(ProcessPart& part, const std::filesystem::path& journal, std::uint64_t whole) {
  json threads = json::array();
  for (auto& [thread, events] : part.events) {
    const MendedFile mended = mend(part.event_file(thread), part.buffer);
    events = mended.events;
    part.last_time = std::max(part.last_time, mended.last_time);
    part.memory_lost |= mended.memory_lost;
    threads.push_back({{"number", thread}, {"events", events}});
  }
  part.speed = speed_until_now(part);
  std::filesystem::resize_file(journal, whole);
  std::ofstream file(journal, std::ios::app);
  if (part.speed) file << json{{"speed", *part.speed}}.dump() << '\n';
  const json end{{"threads", threads},
                 {"mended", true},
                 {"memory_lost", part.memory_lost},
                 {"last_time", part.last_time}};
  file << json{{"end", end}}.dump() << '\n';
  if (!file.flush()) throw system_error(journal.string(), errno);
}

struct Journalled {
  ProcessPart part;
  std::uint64_t whole = 0;  // bytes of complete lines
};

// Returns false at the end, where a process that was killed may have written an incomplete line.
// Limits the length, in case the file is not a journal.
bool read_whole_line(std::streambuf& file, std::string& line) {
  constexpr std::size_t kLongest = 256u << 20;
  constexpr int kEnd = std::char_traits<char>::eof();
  line.clear();
  for (int next = file.sbumpc(); next != kEnd; next = file.sbumpc()) {
    if (next == '\n') return true;
    if (line.size() == kLongest) throw input_error("it is too long");
    line.push_back(static_cast<char>(next));
  }
  return false;
}

Journalled read_journal(const std::filesystem::path& path) {
  Journalled read;
  read.part.directory = path.parent_path();
  std::ifstream file(path);
  if (std::filesystem::is_directory(path)) file.close();
  if (!file.is_open() && read_stop_note(path.parent_path()).reason.empty())
    throw input_error("{} cannot be read", path.string());
  std::string line;
  for (std::size_t number = 1;; ++number) {
    try {
      if (!read_whole_line(*file.rdbuf(), line)) break;
      read.whole += line.size() + 1;
      const json entry = json::parse(line);
      for (const auto& [kind, contents] : entry.items()) take(read.part, kind, contents);
    } catch (const Error& error) {
      throw input_error("{}: line {} is damaged: {}", path.string(), number, error.what());
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception&) {
      throw input_error("{}: line {} is damaged", path.string(), number);
    }
  }
  read.part.stop = read_stop_note(path.parent_path());
  trim_stop_note(path.parent_path());
  if (read.whole == 0 && read.part.stop.reason.empty())
    read.part.stop = {kStoppedByFailure, "a process could not write its files"};
  if (read.part.buffer == 0 && read.part.stop.reason.empty())
    throw input_error("{}: the journal ends too early", path.string());
  return read;
}

std::filesystem::path journal_in(const std::filesystem::path& directory) {
  return directory / "journal.jsonl";
}

void end_if_killed(Journalled& read, const std::filesystem::path& journal) {
  wait_for_its_end(read.part);
  read = read_journal(journal);  // it may have ended by itself meanwhile
  if (!read.part.closed) end_for_it(read.part, journal, read.whole);
}

}  // namespace

ReadParts read_process_parts(std::span<const std::filesystem::path> directories, unsigned threads) {
  std::vector<Journalled> read(directories.size());
  std::atomic<std::size_t> next = 0;
  const auto read_some = [&] {
    for (std::size_t i = next++; i < read.size(); i = next++)
      read[i] = read_journal(journal_in(directories[i]));
  };
  std::vector<std::future<void>> others;
  for (unsigned i = 1; i < threads; ++i)
    others.push_back(std::async(std::launch::async, read_some));
  read_some();
  for (std::future<void>& other : others) other.get();
  ReadParts all;
  for (std::size_t i = 0; i < read.size(); ++i) {
    if (read[i].part.buffer == 0) {
      all.failures.push_back(std::move(read[i].part.stop.text));
      continue;
    }
    if (!read[i].part.closed) end_if_killed(read[i], journal_in(directories[i]));
    order_workers(read[i].part);
    all.parts.push_back(std::move(read[i].part));
  }
  return all;
}

}  // namespace lull::recorder
