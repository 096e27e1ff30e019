// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The event files of one process. The OTF2 library encodes events into memory that is lent to it
// here, two chunks for each thread; a thread of our own writes full ones to the disk while the
// program goes on. A thread of the program waits only when both of its chunks are full. If the
// process is killed, what it has not written is still there: in the chunks' memory.
#pragma once

#include <otf2/otf2.h>
#include <pthread.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "lull/recorder/journal/own_file.hpp"
#include "lull/recorder/measurement/chunk_memory.hpp"
#include "lull/recorder/measurement/event_counts.hpp"

namespace lull::recorder {

class EventFiles {
 public:
  // The system's error, and a sentence about it. Called once at most, from any thread.
  using OnFailure = void (*)(int error, const char* why) noexcept;
  // There is enough, in one file of the greatest size that the system allows or in all. Called once
  // at most, by a thread in the middle of an event, which may still be written.
  using OnEnough = void (*)(bool one_file) noexcept;

  // Makes `directory`. Throws std::filesystem::filesystem_error.
  void open(const std::filesystem::path& directory, OnFailure on_failure);
  // So many bytes are enough, but for the last chunk of each thread.
  void limit(std::uint64_t bytes, OnEnough on_enough);
  void lower_limit(std::uint64_t bytes);
  // From the start: nothing is written, but what it would take is counted.
  void only_count() { only_counts_ = true; }
  // When all is finished.
  [[nodiscard]] std::vector<const EventCounts*> counts() const;
  // Has `archive`, which must write no files itself, give its events to this.
  void take_from(OTF2_Archive* archive, OTF2_FlushCallbacks& callbacks);
  // Before a thread's writer is closed: it has written so many events.
  void before_close(std::uint64_t thread, std::uint64_t events);
  // When all writers are closed: waits until everything is on the disk. False when it is not.
  bool finish();
  // Waits until no thread waits for a chunk.
  void wait_for_threads();

 private:
  struct Chunk {
    ChunkMemory memory;    // zero where nothing is stored yet
    std::size_t size = 0;  // to be written; 0: it is free, or being filled
  };
  struct File {
    std::uint64_t thread = 0;
    OwnFile file;
    std::array<Chunk, kChunks> chunks;
    Chunk lost;  // for what is not written any more
    Chunk* filling = nullptr;
    std::uint64_t handed_over = 0;  // bytes
    std::size_t chunk_size = 0;
    std::size_t last_size = 0;  // of the last chunk, at most
    EventCounts counts;
    bool last = false;  // the chunk that is filled is the last one
  };
  struct Task {
    File* file;
    Chunk* chunk;
  };

  // OTF2's callbacks; the first argument is this.
  static void* allocate(void* self, OTF2_FileType type, OTF2_LocationRef thread, void** file,
                        std::uint64_t size) noexcept;
  static void release(void* self, OTF2_FileType type, OTF2_LocationRef thread, void** file,
                      bool final) noexcept;
  static OTF2_FlushType before_flush(void* self, OTF2_FileType type, OTF2_LocationRef thread,
                                     void* caller, bool final) noexcept;

  [[nodiscard]] std::filesystem::path path_of(std::uint64_t thread) const;
  File* open_file(std::uint64_t thread, std::size_t chunk_size);
  char* next_chunk(File& file);
  [[nodiscard]] bool is_enough(const File& file);
  void write_later(File& file);
  bool begin_writing();
  void write_tasks();
  void write(File& file, Chunk& chunk);
  static void count(File& file, Chunk& chunk);
  void fail(int error, const char* why) noexcept;

  std::filesystem::path directory_;
  OnFailure on_failure_ = nullptr;
  std::uint64_t limit_ = ~std::uint64_t{0};
  std::uint64_t file_limit_ = ~std::uint64_t{0};
  OnEnough on_enough_ = nullptr;   // null: was called
  std::uint64_t handed_over_ = 0;  // bytes
  std::size_t waiting_ = 0;        // threads
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::uint64_t, std::unique_ptr<File>> files_;
  std::deque<Task> tasks_;  // the first one is being written
  bool writing_ = false;    // there is a writer
  pthread_t writer_{};
  bool ended_ = false;
  bool only_counts_ = false;
  std::atomic<bool> failed_{false};
};

}  // namespace lull::recorder
