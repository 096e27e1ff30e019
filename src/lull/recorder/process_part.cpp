// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/process_part.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>

#include "lull/base/error.hpp"
#include "lull/recorder/host_name.hpp"
#include "lull/recorder/journal_entries.hpp"

namespace lull::recorder {
namespace {

using nlohmann::json;

// The outer form of OTF2's event files: a header of type, byte order, first and last event.
constexpr char kChunkHeader = 3;
constexpr char kEndOfFile = 2;
constexpr char kByteOrder = std::endian::native == std::endian::little ? 0x42 : 0x23;
constexpr std::size_t kHeaderSize = 18;

RecordedRegion region_of(const json& entry) {
  RecordedRegion region{.name = entry.at("name"),
                        .role = entry.at("role"),
                        .paradigm = entry.at("paradigm"),
                        .object = entry.value("object", ""),
                        .offset = entry.value("offset", std::uint64_t{0}),
                        .file = entry.value("file", ""),
                        .line = entry.value("line", 0u)};
  region.end_line = region.line;
  return region;
}

// What is told about threads; whether it was about them.
bool take_threads(ProcessPart& part, const std::string& kind, const json& entry) {
  if (kind == "thread")
    part.events[entry.at("number").get<std::uint32_t>()] = 0;
  else if (kind == "thread_name")
    part.thread_names[entry.at("number").get<std::uint32_t>()] = entry.at("name");
  else if (kind == "team")
    part.teams[entry.at("number").get<std::uint32_t>()] =
        entry.at("members").get<std::vector<std::uint32_t>>();
  else if (kind == "contingent")
    part.contingent = entry.at("number").get<std::uint32_t>();
  else
    return false;
  return true;
}

void take(ProcessPart& part, const std::string& kind, const json& entry) {
  if (take_threads(part, kind, entry) || take_measure(part.measures, kind, entry) ||
      take_mpi(part, kind, entry))
    return;
  if (kind == "process") {
    part.host = entry.at("host");
    part.pid = entry.at("pid");
    part.command = entry.at("command");
    part.buffer = entry.at("buffer");
    part.counter = entry.at("counter");
    part.began = entry.value("began", std::uint64_t{0});
  } else if (kind == "region") {
    numbered(part.regions, entry.at("number")) = region_of(entry);
  } else if (kind == "clock") {
    RecordedClock clock{entry.at("ticks"), entry.at("nanoseconds"), {}};
    if (entry.contains("offset")) clock.offset = entry.at("offset").get<std::int64_t>();
    part.clocks.push_back(clock);
  } else if (kind == "end") {
    part.closed = true;
    part.ended = !entry.value("mended", false);
    for (const json& thread : entry.at("threads"))
      part.events[thread.at("number").get<std::uint32_t>()] = thread.at("events");
  }
}

// The number of the last event in the whole chunks of a file; their size together.
struct WholeChunks {
  std::uint64_t events = 0;
  std::uint64_t bytes = 0;
};
WholeChunks whole_chunks(const std::filesystem::path& path, std::uint64_t chunk_size) {
  WholeChunks found;
  std::ifstream file(path, std::ios::binary);
  std::array<char, kHeaderSize> header{};
  const std::uint64_t size = file ? std::filesystem::file_size(path) : 0;
  while (found.bytes + chunk_size <= size) {
    file.seekg(static_cast<std::streamoff>(found.bytes));
    if (!file.read(header.data(), header.size()) || header[0] != kChunkHeader) break;
    std::memcpy(&found.events, header.data() + 10, sizeof found.events);
    found.bytes += chunk_size;
  }
  return found;
}

// Cuts off what is not whole, and ends the file with an empty chunk.
std::uint64_t mend(const std::filesystem::path& path, std::uint64_t chunk_size) {
  const WholeChunks whole = whole_chunks(path, chunk_size);
  if (!std::filesystem::exists(path)) std::ofstream(path, std::ios::binary);
  std::filesystem::resize_file(path, whole.bytes);
  std::array<char, kHeaderSize + 1> end{kChunkHeader, kByteOrder};
  const std::uint64_t next = whole.events + 1;
  std::memcpy(end.data() + 2, &next, sizeof next);
  std::memcpy(end.data() + 10, &whole.events, sizeof whole.events);
  end[kHeaderSize] = kEndOfFile;
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file.write(end.data(), end.size());
  if (!file.flush()) throw system_error(path.string(), errno);
  return whole.events;
}

// Whether the process is still there, and records into this directory: then its files are its own.
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

// Processes that a launcher has killed may take a moment to end.
void wait_for_its_end(const ProcessPart& part) {
  constexpr auto kLook = std::chrono::milliseconds(50);
  for (int look = 0; still_runs(part); ++look) {
    if (look == 100)
      throw input_error("{}: process {} is still being recorded; try again when it has ended",
                        part.directory.parent_path().parent_path().string(), part.pid);
    std::this_thread::sleep_for(kLook);
  }
}

// Ends the files of a process that did not, and notes that: its event files may be moved next.
void end_for_it(ProcessPart& part, const std::filesystem::path& journal, std::uint64_t whole) {
  json threads = json::array();
  for (auto& [thread, events] : part.events) {
    events = mend(part.event_file(thread), part.buffer);
    threads.push_back({{"number", thread}, {"events", events}});
  }
  std::filesystem::resize_file(journal, whole);
  std::ofstream file(journal, std::ios::app);
  file << json{{"end", {{"threads", threads}, {"mended", true}}}}.dump() << '\n';
  if (!file.flush()) throw system_error(journal.string(), errno);
}

struct Journalled {
  ProcessPart part;
  std::uint64_t whole = 0;  // bytes of whole lines
};

Journalled read_journal(const std::filesystem::path& path) {
  Journalled read;
  read.part.directory = path.parent_path();
  std::ifstream file(path);
  if (!file) throw input_error("{} cannot be read", path.string());
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (file.eof()) break;  // a process was killed while it wrote the last line
    read.whole += line.size() + 1;
    try {
      const json entry = json::parse(line);
      for (const auto& [kind, contents] : entry.items()) take(read.part, kind, contents);
    } catch (const std::exception& error) {
      throw input_error("{}: line {} is damaged: {}", path.string(), number, error.what());
    }
  }
  if (read.part.buffer == 0)
    throw input_error("{}: the journal breaks off too early", path.string());
  return read;
}

}  // namespace

ProcessPart read_process_part(const std::filesystem::path& directory) {
  const std::filesystem::path path = directory / "journal.jsonl";
  Journalled read = read_journal(path);
  if (!read.part.closed) {
    wait_for_its_end(read.part);
    read = read_journal(path);  // it may have ended by itself meanwhile
  }
  if (!read.part.closed) end_for_it(read.part, path, read.whole);
  return std::move(read.part);
}

}  // namespace lull::recorder
