// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/journal/mended_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lull/base/error.hpp"
#include "lull/recorder/files/chunk_memory.hpp"
#include "lull/recorder/files/event_records.hpp"

namespace lull::recorder {
namespace {

constexpr std::array<char, 2> kEnd{2, 1};  // end of the file, end of the buffer
constexpr std::size_t kLastEvent = 10;

struct Chunk {
  std::string bytes;  // only those used
  std::uint64_t first = 0;
  std::uint64_t events = 0;
  std::uint64_t last_time = 0;
};

// Returns the events in a chunk's memory, up to the last complete record.
Chunk chunk_of(std::string memory) {
  Chunk chunk;
  if (memory.size() < kHeaderSize || memory[0] != kChunkHeader || memory[1] != kByteOrder)
    return chunk;
  chunk.first = number_at(memory, 2);
  std::size_t used = kHeaderSize;
  std::uint64_t time = 0;
  std::size_t end_of_events = used;  // trailing attributes and timestamps are dropped
  while (const std::size_t length = record_length(std::string_view(memory).substr(used))) {
    const auto type = static_cast<unsigned char>(memory[used]);
    if (type == kTimestamp) time = number_at(memory, used + 1);
    used += length;
    if (type < kFirstEvent) continue;
    ++chunk.events;
    chunk.last_time = time;
    end_of_events = used;
  }
  memory.resize(end_of_events);
  chunk.bytes = std::move(memory);
  return chunk;
}

// Returns at most `most` bytes of a file, from `begin` on.
std::string contents_of(const std::filesystem::path& path, std::uint64_t most,
                        std::uint64_t begin = 0) {
  std::error_code none;
  const std::uint64_t size = std::filesystem::file_size(path, none);
  if (none || size <= begin) return {};
  std::string bytes(std::min(size - begin, most), '\0');
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(begin));
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

// The complete chunks of a file: number of the last event; total size.
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
    std::memcpy(&found.events, header.data() + kLastEvent, sizeof found.events);
    found.bytes += chunk_size;
  }
  return found;
}

// Returns the chunks that follow event number `last`, oldest first. `cut`: the part of a chunk that
// did not fit into the file.
std::vector<Chunk> chunks_in_memory(const std::filesystem::path& path, std::uint64_t last,
                                    std::uint64_t chunk_size, Chunk cut) {
  std::vector<Chunk> chunks;
  if (Chunk chunk = chunk_of(contents_of(chunk_path(path), chunk_size)); chunk.events != 0)
    chunks.push_back(std::move(chunk));
  if (cut.events != 0 && std::ranges::find(chunks, cut.first, &Chunk::first) == chunks.end())
    chunks.push_back(std::move(cut));
  std::ranges::sort(chunks, {}, &Chunk::first);
  std::vector<Chunk> following;
  for (Chunk& chunk : chunks) {
    if (chunk.first != last + 1) continue;
    last += chunk.events;
    following.push_back(std::move(chunk));
  }
  return following;
}

// Appends the chunks after the complete ones. Returns false if writing fails.
bool append(const std::filesystem::path& path, std::vector<Chunk> chunks, const WholeChunks& whole,
            std::uint64_t chunk_size, MendedFile& mended) {
  std::filesystem::resize_file(path, whole.bytes);
  mended.events = whole.events;
  mended.last_time = 0;
  if (chunks.empty())
    chunks.push_back({.bytes = {kChunkHeader, kByteOrder}, .first = whole.events + 1});
  std::ofstream file(path, std::ios::binary | std::ios::app);
  for (Chunk& chunk : chunks) {
    mended.events += chunk.events;
    mended.last_time = std::max(mended.last_time, chunk.last_time);
    const bool last = &chunk == &chunks.back();
    chunk.bytes.resize(last ? std::max(chunk.bytes.size(), kHeaderSize) : chunk_size);
    std::memcpy(chunk.bytes.data() + 2, &chunk.first, sizeof chunk.first);
    std::memcpy(chunk.bytes.data() + kLastEvent, &mended.events, sizeof mended.events);
    if (last) chunk.bytes.append(kEnd.begin(), kEnd.end());
    file.write(chunk.bytes.data(), static_cast<std::streamsize>(chunk.bytes.size()));
  }
  return static_cast<bool>(file.flush());
}

// Truncates the last chunk to the available space.
void shorten_last(std::vector<Chunk>& chunks, std::uint64_t room) {
  const std::string& bytes = chunks.back().bytes;
  const std::uint64_t most = std::min<std::uint64_t>(room, bytes.size());
  Chunk shorter = chunk_of(bytes.substr(0, most - std::min<std::uint64_t>(most, kEnd.size())));
  if (shorter.events == 0 || shorter.bytes.size() >= bytes.size())
    chunks.pop_back();
  else
    chunks.back() = std::move(shorter);
}

}  // namespace

MendedFile mend(const std::filesystem::path& path, std::uint64_t chunk_size) {
  const WholeChunks whole = whole_chunks(path, chunk_size);
  const bool written = std::filesystem::exists(path);
  if (!written) std::ofstream(path, std::ios::binary);
  std::string rest = contents_of(path, chunk_size, whole.bytes);
  const bool complete = rest.ends_with(std::string_view(kEnd.data(), kEnd.size()));
  Chunk cut = chunk_of(std::move(rest));
  std::filesystem::resize_file(path, whole.bytes);
  MendedFile mended{
      .events = whole.events,
      .memory_lost = written && !complete && !std::filesystem::exists(chunk_path(path))};
  std::vector<Chunk> chunks = chunks_in_memory(path, whole.events, chunk_size, std::move(cut));
  if (append(path, chunks, whole, chunk_size, mended)) return mended;
  // The disk is full: the chunk is now in this program's memory, so its file can be removed.
  std::filesystem::remove(chunk_path(path));
  while (true) {
    if (append(path, chunks, whole, chunk_size, mended)) return mended;
    const int error = errno;
    if (chunks.empty()) throw system_error(path.string(), error);
    mended.memory_lost = true;
    const std::uint64_t found = std::filesystem::file_size(path);
    shorten_last(chunks, found - std::min(found, whole.bytes + (chunks.size() - 1) * chunk_size));
  }
}

}  // namespace lull::recorder
