// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/event_files.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <string>
#include <system_error>
#include <utility>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/measurement/no_cancel.hpp"
#include "lull/recorder/measurement/signals.hpp"

namespace lull::recorder {
namespace {

// What fills the rest of a chunk that is not full.
constexpr char kEndOfChunk = 0;

// More than any event takes.
constexpr std::size_t kLargestEvent = 4096;

}  // namespace

void EventFiles::open(const std::filesystem::path& directory, OnFailure on_failure) {
  std::filesystem::create_directories(directory.parent_path());
  make_own_directory(directory);
  directory_ = directory;
  on_failure_ = on_failure;
}

void EventFiles::lower_limit(std::uint64_t bytes) {
  const std::scoped_lock lock(mutex_);
  limit_ = std::min(limit_, bytes);
}

void EventFiles::limit(std::uint64_t bytes, OnEnough on_enough) {
  const std::scoped_lock lock(mutex_);
  limit_ = bytes;
  on_enough_ = on_enough;
  if (rlimit size{}; ::getrlimit(RLIMIT_FSIZE, &size) == 0 && size.rlim_cur != RLIM_INFINITY)
    file_limit_ = size.rlim_cur;
}

void EventFiles::take_from(OTF2_Archive* archive, OTF2_FlushCallbacks& callbacks) {
  static constexpr OTF2_MemoryCallbacks kMemory{allocate, release};
  callbacks.otf2_pre_flush = before_flush;
  OTF2_Archive_SetFlushCallbacks(archive, &callbacks, this);
  OTF2_Archive_SetMemoryCallbacks(archive, &kMemory, this);
}

void* EventFiles::allocate(void* self, OTF2_FileType, OTF2_LocationRef thread, void** place,
                           std::uint64_t size) noexcept {
  auto& files = *static_cast<EventFiles*>(self);
  const NoCancel no_cancel;
  try {
    if (*place == nullptr) *place = files.open_file(thread, size);
    auto& file = *static_cast<File*>(*place);
    // Nothing while one is being filled: then the library flushes that first.
    return file.filling != nullptr ? nullptr : files.next_chunk(file);
  } catch (const std::system_error& error) {
    files.fail(error.code().value(), error.what());
  } catch (const std::exception& error) {
    files.fail(0, error.what());
  }
  return nullptr;
}

void EventFiles::release(void* self, OTF2_FileType, OTF2_LocationRef, void** place, bool) noexcept {
  auto& files = *static_cast<EventFiles*>(self);
  if (*place == nullptr) return;
  const NoCancel no_cancel;
  try {
    if (auto& file = *static_cast<File*>(*place); file.filling != nullptr) files.write_later(file);
  } catch (const std::exception& error) {
    files.fail(0, error.what());
  }
}

OTF2_FlushType EventFiles::before_flush(void* self, OTF2_FileType, OTF2_LocationRef thread, void*,
                                        bool final) noexcept {
  auto& files = *static_cast<EventFiles*>(self);
  const std::scoped_lock lock(files.mutex_);
  if (const auto file = files.files_.find(thread); file != files.files_.end())
    file->second->last = final;
  return OTF2_FLUSH;
}

std::filesystem::path EventFiles::path_of(std::uint64_t thread) const {
  return directory_ / (std::to_string(thread) + ".evt");
}

EventFiles::File* EventFiles::open_file(std::uint64_t thread, std::size_t chunk_size) {
  const std::filesystem::path path = path_of(thread);
  auto file = std::make_unique<File>();
  if (!only_counts_ && !file->file.open(path, O_WRONLY | O_CREAT | O_TRUNC))
    throw std::system_error(errno, std::generic_category(), path.string());
  file->thread = thread;
  file->chunk_size = file->last_size = chunk_size;
  const std::scoped_lock lock(mutex_);
  return (files_[thread] = std::move(file)).get();
}

// Waits until one is free, or nothing is written any more.
char* EventFiles::next_chunk(File& file) {
  std::unique_lock lock(mutex_);
  const auto is_free = [](const Chunk& chunk) { return chunk.size == 0; };
  const auto may_go_on = [&] { return failed_ || std::ranges::any_of(file.chunks, is_free); };
  ++waiting_;
  changed_.wait(lock, may_go_on);
  --waiting_;
  changed_.notify_all();
  const auto chunk = std::ranges::find_if(file.chunks, is_free);
  if (failed_) {
    if (!file.lost.memory) file.lost.memory = ChunkMemory(file.chunk_size);
    return (file.filling = &file.lost)->memory.data();
  }
  file.filling = &*chunk;
  if (!chunk->memory) {
    const auto index = static_cast<std::size_t>(chunk - file.chunks.begin());
    chunk->memory = only_counts_
                        ? ChunkMemory(file.chunk_size)
                        : ChunkMemory(chunk_path(path_of(file.thread), index), file.chunk_size);
  }
  char* const memory = chunk->memory.data();
  if (on_enough_ != nullptr && is_enough(file)) {
    const OnEnough tell = std::exchange(on_enough_, nullptr);
    const bool one_file = handed_over_ + file.chunk_size <= limit_;
    lock.unlock();
    tell(one_file);
  }
  return memory;
}

// Whether there would be too much when the chunk that is filled now is full. Regions that are open
// find room in it.
bool EventFiles::is_enough(const File& file) {
  const auto exceeds = [&file](std::uint64_t bytes, std::uint64_t chunks, std::uint64_t limit) {
    return bytes > 0 && bytes + chunks * file.chunk_size > limit;
  };
  return exceeds(handed_over_, 1, limit_) || exceeds(file.handed_over, 2, file_limit_);
}

// The library has filled the rest of the chunk; of the last one that is left out.
void EventFiles::write_later(File& file) {
  std::unique_lock lock(mutex_);
  Chunk* const chunk = std::exchange(file.filling, nullptr);
  if (chunk == &file.lost) return;
  chunk->size = file.last ? file.last_size : file.chunk_size;
  while (file.last && chunk->size > 1 && chunk->memory.data()[chunk->size - 1] == kEndOfChunk)
    --chunk->size;
  file.handed_over += chunk->size;
  handed_over_ += chunk->size;
  // A program that fills no chunk needs no thread.
  if (writing_ || (!file.last && begin_writing())) {
    tasks_.push_back({&file, chunk});
    changed_.notify_all();
    return;
  }
  lock.unlock();
  write(file, *chunk);
  lock.lock();
  if (!failed_) chunk->size = 0;
}

// The library fills the last chunk up, which would bring memory for all of it into being: for
// thousands of threads with a few events each that takes longer than all else.
void EventFiles::before_close(std::uint64_t thread, std::uint64_t events) {
  const std::scoped_lock lock(mutex_);
  const auto found = files_.find(thread);
  if (found == files_.end() || found->second->filling == nullptr) return;
  File& file = *found->second;
  if (events + 1 < file.chunk_size / kLargestEvent)
    file.last_size =
        file.filling->memory.give_up_behind(static_cast<std::size_t>(events + 1) * kLargestEvent);
}

void EventFiles::wait_for_threads() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_ == 0; });
}

// False where the system gives the process no more threads: then each one writes for itself. A
// std::thread would be made by a library whose threads are recorded.
bool EventFiles::begin_writing() {
  const NoSignals no_signals;
  const auto run = [](void* self) -> void* {
    Measurement::ignore_this_thread();
    static_cast<EventFiles*>(self)->write_tasks();
    return nullptr;
  };
  return writing_ = ::pthread_create(&writer_, nullptr, run, this) == 0;
}

void EventFiles::write_tasks() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ended_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    const Task task = tasks_.front();
    lock.unlock();
    write(*task.file, *task.chunk);
    lock.lock();
    tasks_.pop_front();
    if (!failed_) task.chunk->size = 0;
    changed_.notify_all();
  }
}

// What cannot be written stays where it is.
void EventFiles::write(File& file, Chunk& chunk) {
  if (only_counts_) return count(file, chunk);
  const NoSizeSignal no_signal;
  for (std::size_t written = 0; written < chunk.size && !failed_;) {
    const ssize_t more = file.file.write(chunk.memory.data() + written, chunk.size - written);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return fail(errno, std::strerror(errno));
    written += static_cast<std::size_t>(more);
  }
  if (!failed_) std::memset(chunk.memory.data(), 0, chunk.size);
}

void EventFiles::count(File& file, Chunk& chunk) {
  file.counts.add({chunk.memory.data(), chunk.size});
  std::memset(chunk.memory.data(), 0, chunk.size);
}

std::vector<const EventCounts*> EventFiles::counts() const {
  std::vector<const EventCounts*> all;
  for (const auto& [thread, file] : files_) all.push_back(&file->counts);
  return all;
}

void EventFiles::fail(int error, const char* why) noexcept {
  if (failed_.exchange(true)) return;
  on_failure_(error, why);
  const std::scoped_lock lock(mutex_);
  changed_.notify_all();
}

bool EventFiles::finish() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }
  if (writing_) ::pthread_join(writer_, nullptr);
  if (only_counts_) return !failed_;
  for (const auto& [thread, file] : files_) {
    if (!file->file.close()) fail(errno, std::strerror(errno));
    for (std::size_t i = 0; i < kChunks && !failed_; ++i)
      ::unlink(chunk_path(path_of(thread), i).c_str());
  }
  return !failed_;
}

}  // namespace lull::recorder
