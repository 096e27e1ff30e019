// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The event files of one process. Threads encode their events (EventWriter) into a chunk of memory
// that EventFiles lends them, and write it to the disk when it is full. A writer thread would keep
// a program alive whose threads have all ended, and rule out system calls that are only allowed in
// single-threaded processes. Shared state is lock-free. If the process is killed, unwritten events
// survive in the chunk's memory.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "lull/recorder/files/chunk_memory.hpp"
#include "lull/recorder/files/event_counts.hpp"
#include "lull/recorder/files/own_file.hpp"
#include "lull/recorder/measurement/event_writer.hpp"
#include "lull/recorder/system/futex.hpp"

namespace lull::recorder {

struct EventFile {
  EventFile(std::uint64_t thread, EventFiles& files) : number(thread), writer(*this, files) {}

  std::uint64_t number;
  OwnFile file;               // open from the beginning if there are few, else when needed
  ChunkMemory chunk;          // zero where nothing is stored yet
  bool waits = false;         // true: its thread waits until recording continues
  std::uint64_t written = 0;  // bytes
  EventCounts counts;
  EventWriter writer;
  EventFile* next = nullptr;  // next file of the process
};

class EventFiles {
 public:
  // Takes errno and a message. Called at most once, from any thread.
  using OnFailure = void (*)(int error, const char* why) noexcept;
  // The limit is reached: for one file, by the system's maximum file size, or for all files
  // together. Called at most once.
  using OnEnough = void (*)(bool one_file) noexcept;
  // Called when a chunk has been written to the disk.
  using OnWritten = void (*)() noexcept;

  // Creates `directory`. Throws std::filesystem::filesystem_error.
  void open(const std::filesystem::path& directory, std::size_t chunk_size, OnFailure on_failure,
            OnWritten on_written = nullptr);
  // Limits the total size to `bytes`, not counting the last chunk of each thread.
  void limit(std::uint64_t bytes, OnEnough on_enough);
  void lower_limit(std::uint64_t bytes);
  // Called at the start: only counts the events' size, and writes nothing.
  void only_count() { only_counts_ = true; }
  // Returns a new thread's writer, which lives as long as the process. Null if there is no file or
  // no memory for it, after reporting the failure.
  EventWriter* open_writer(std::uint64_t thread) noexcept;
  // Called after the writer's last event.
  void close(EventWriter& writer) noexcept;
  // Called when all writers are closed. Returns false if not everything is on the disk.
  bool finish();
  // Called after finish().
  [[nodiscard]] std::vector<const EventCounts*> counts() const;
  // Blocks until no thread waits in exchange().
  void wait_for_threads();

  [[nodiscard]] std::size_t chunk_size() const { return chunk_size_; }
  // Gives the writer an empty chunk when its chunk is full, or it has none. Returns false if
  // writing has stopped.
  bool exchange(EventFile& file, EventWriter& writer) noexcept;
  // Extends the writer's chunk by `size` bytes. Returns false if there is no room.
  bool extend(EventFile& file, EventWriter& writer, std::size_t size) noexcept;
  // Called when a signal handler has jumped out of the wait.
  void end_waiting(EventFile& file) noexcept;

 private:
  class SparePath;
  class DescriptorTurn;
  struct Path {
    std::array<char, 4096> text;
  };

  [[nodiscard]] bool path_of(std::uint64_t thread, const char* kind, Path& path) const noexcept;
  [[nodiscard]] bool open_file(EventFile& file) noexcept;
  [[nodiscard]] bool become_file(EventFile& file, std::size_t size) noexcept;
  [[nodiscard]] bool grow(EventFile& file) noexcept;
  [[nodiscard]] bool leave_trace(EventFile& file) noexcept;
  [[nodiscard]] char* memory_of(EventFile& file) noexcept;
  void end_chunk(EventFile& file, EventWriter& writer, std::size_t size) noexcept;
  void look_at_limit(const EventFile& file) noexcept;
  void report_if_enough() noexcept;
  void write(EventFile& file, std::size_t size) noexcept;
  void write_chunk(EventFile& file, std::size_t size) noexcept;
  static void count(EventFile& file, std::size_t size);
  void fail(int error, const char* why) noexcept;
  void fail_at(Path& path, int error) noexcept;

  std::array<char, 4096> directory_{};
  std::size_t chunk_size_ = 0;
  OnFailure on_failure_ = nullptr;
  OnWritten on_written_ = nullptr;
  std::atomic<std::uint64_t> limit_{~std::uint64_t{0}};
  std::uint64_t file_limit_ = ~std::uint64_t{0};
  OnEnough on_enough_ = nullptr;
  enum Enough : int { kNotEnough, kEnoughInOne, kEnoughInAll, kReported };
  std::atomic<int> enough_{kNotEnough};
  std::atomic<std::uint64_t> written_{0};   // bytes
  std::atomic<EventFile*> files_{nullptr};  // newest first
  Futex changed_{0};                        // signalled when waiting threads may continue
  Turns descriptors_;                       // limits files that are open only briefly
  std::atomic<std::uint32_t> waiting_{0};   // number of threads
  bool only_counts_ = false;
  std::atomic<bool> failed_{false};
};

}  // namespace lull::recorder
