// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The event files of one process. Threads encode their events (EventWriter) into a chunk of memory
// that is lent to them here, and write it to the disk when it is full: a thread of our own would
// keep a program alive whose threads have all ended, and forbid what the system allows only to
// processes of one thread. What they have in common takes no lock. If the process is killed, what
// it has not written is still there: in the chunk's memory.
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
  OwnFile file;               // open from the beginning where there are few, else when needed
  ChunkMemory chunk;          // zero where nothing is stored yet
  bool waits = false;         // its thread, until recording goes on
  std::uint64_t written = 0;  // bytes
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
  // A new thread's writer, which lives as long as the process. Null, after a failure was told, when
  // there is no file or no memory for it.
  EventWriter* open_writer(std::uint64_t thread) noexcept;
  // The writer has written its last event.
  void close(EventWriter& writer) noexcept;
  // When all writers are closed. False when not everything is on the disk.
  bool finish();
  // When all is finished.
  [[nodiscard]] std::vector<const EventCounts*> counts() const;
  // Waits until no thread waits in exchange().
  void wait_for_threads();

  [[nodiscard]] std::size_t chunk_size() const { return chunk_size_; }
  // The writer's chunk is full, or it has none: gives it an empty one. False when nothing is
  // written any more.
  bool exchange(EventFile& file, EventWriter& writer) noexcept;
  // The writer needs so many bytes more: there may be room in the same chunk. False where not.
  bool extend(EventFile& file, EventWriter& writer, std::size_t size) noexcept;
  // A handler has jumped out of waiting.
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
  enum Enough : int { kNotEnough, kEnoughInOne, kEnoughInAll, kTold };
  std::atomic<int> enough_{kNotEnough};
  std::atomic<std::uint64_t> written_{0};   // bytes
  std::atomic<EventFile*> files_{nullptr};  // newest first
  Futex changed_{0};                        // when those who wait may go on
  Turns descriptors_;                       // for files that are open for a moment
  std::atomic<std::uint32_t> waiting_{0};   // threads
  bool only_counts_ = false;
  std::atomic<bool> failed_{false};
};

}  // namespace lull::recorder
