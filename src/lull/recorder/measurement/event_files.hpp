// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The event files of one process. Threads encode their events (EventWriter) into memory that is
// lent to them here, two chunks for each, and write full ones to the disk: a thread of our own
// would keep a program alive whose threads have all ended. What they have in common takes no lock.
// If the process is killed, what it has not written is still there: in the chunks' memory.
#pragma once

#include <pthread.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "lull/recorder/journal/own_file.hpp"
#include "lull/recorder/measurement/chunk_memory.hpp"
#include "lull/recorder/measurement/event_counts.hpp"
#include "lull/recorder/measurement/event_writer.hpp"
#include "lull/recorder/measurement/futex.hpp"

namespace lull::recorder {

struct EventFile {
  struct Chunk {
    EventFile* of = nullptr;
    ChunkMemory memory;                // zero where nothing is stored yet
    std::atomic<std::size_t> size{0};  // to be written; 0: it is free, or being filled
    Chunk* next = nullptr;             // that is to be written
  };

  EventFile(std::uint64_t thread, EventFiles& files) : number(thread), writer(*this, files) {
    for (Chunk& chunk : chunks) chunk.of = this;
  }

  std::uint64_t number;
  OwnFile file;
  std::array<Chunk, kChunks> chunks;
  Chunk* filling = nullptr;
  bool waits = false;             // its thread, for a chunk
  std::uint64_t handed_over = 0;  // bytes
  EventCounts counts;
  EventWriter writer;
  EventFile* next = nullptr;  // of the process
};

class EventFiles {
 public:
  // The system's error, and a sentence about it. Called once at most, from any thread.
  using OnFailure = void (*)(int error, const char* why) noexcept;
  // There is enough, in one file of the greatest size that the system allows or in all. Called once
  // at most.
  using OnEnough = void (*)(bool one_file) noexcept;
  // A chunk is on the disk.
  using OnWritten = void (*)() noexcept;

  // Makes `directory`. Throws std::filesystem::filesystem_error.
  void open(const std::filesystem::path& directory, std::size_t chunk_size, OnFailure on_failure,
            OnWritten on_written = nullptr);
  // So many bytes are enough, but for the last chunk of each thread.
  void limit(std::uint64_t bytes, OnEnough on_enough);
  void lower_limit(std::uint64_t bytes);
  // From the start: nothing is written, but what it would take is counted.
  void only_count() { only_counts_ = true; }
  // Has a thread of its own write from now on. Where the system gives the process no more threads,
  // each one writes for itself. A std::thread would be made by a library whose threads are
  // recorded.
  void begin_writing();
  // A new thread's writer, which lives as long as the process. Null, after a failure was told, when
  // there is no file or no memory for it.
  EventWriter* open_writer(std::uint64_t thread) noexcept;
  // The writer has written its last event.
  void close(EventWriter& writer) noexcept;
  // When all writers are closed: waits until everything is on the disk. False when it is not.
  bool finish();
  // When all is finished.
  [[nodiscard]] std::vector<const EventCounts*> counts() const;
  // Waits until no thread waits for a chunk.
  void wait_for_threads();

  [[nodiscard]] std::size_t chunk_size() const { return chunk_size_; }
  // The writer's chunk is full, or it has none: gives it another one. False when nothing is written
  // any more.
  bool exchange(EventFile& file, EventWriter& writer) noexcept;
  // A handler has jumped out of that.
  void end_waiting(EventFile& file) noexcept;

 private:
  using Chunk = EventFile::Chunk;
  class SparePath;
  struct Path {
    std::array<char, 4096> text;
  };

  [[nodiscard]] bool path_of(std::uint64_t thread, const char* kind, Path& path) const noexcept;
  [[nodiscard]] Chunk* free_chunk(EventFile& file) noexcept;
  [[nodiscard]] char* memory_of(EventFile& file, Chunk& chunk) noexcept;
  void hand_over(EventFile& file, EventWriter& writer, std::size_t size) noexcept;
  void look_at_limit(const EventFile& file) noexcept;
  void tell_if_enough() noexcept;
  void write_later(Chunk& chunk) noexcept;
  [[nodiscard]] static bool is_last_thread() noexcept;
  void write_tasks() noexcept;
  void write(Chunk& chunk) noexcept;
  static void count(Chunk& chunk);
  void fail(int error, const char* why) noexcept;

  std::array<char, 4096> directory_{};
  std::size_t chunk_size_ = 0;
  OnFailure on_failure_ = nullptr;
  OnWritten on_written_ = nullptr;
  std::atomic<std::uint64_t> limit_{~std::uint64_t{0}};
  std::uint64_t file_limit_ = ~std::uint64_t{0};
  OnEnough on_enough_ = nullptr;
  enum Enough : int { kNotEnough, kEnoughInOne, kEnoughInAll, kTold };
  std::atomic<int> enough_{kNotEnough};
  std::atomic<std::uint64_t> handed_over_{0};  // bytes
  std::atomic<EventFile*> files_{nullptr};     // newest first
  std::atomic<Chunk*> tasks_{nullptr};         // to be written, newest first
  Futex added_{0};                             // changes with them
  Futex written_{0};                           // changes when a chunk is free again
  std::atomic<std::uint32_t> waiting_{0};      // threads
  std::atomic<bool> writing_{false};           // there is a writer
  pthread_t writer_{};
  std::atomic<bool> ended_{false};
  bool only_counts_ = false;
  std::atomic<bool> failed_{false};
};

}  // namespace lull::recorder
