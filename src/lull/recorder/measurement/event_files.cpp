// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/event_files.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <string_view>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/measurement/own_memory.hpp"
#include "lull/recorder/measurement/undisturbed.hpp"

namespace lull::recorder {

// A path is too large for the stack of a handler. One that is free is used again.
class EventFiles::SparePath {
 public:
  SparePath() : path_(spare_.exchange(nullptr)) {
    if (path_ == nullptr) path_ = static_cast<Path*>(own_memory(sizeof(Path)));
  }
  ~SparePath() { spare_ = path_; }
  SparePath(const SparePath&) = delete;
  SparePath& operator=(const SparePath&) = delete;
  explicit operator bool() const { return path_ != nullptr; }
  Path& operator*() const { return *path_; }
  Path* operator->() const { return path_; }

 private:
  static inline constinit std::atomic<Path*> spare_{nullptr};
  Path* path_;
};

void EventFiles::open(const std::filesystem::path& directory, std::size_t chunk_size,
                      OnFailure on_failure, OnWritten on_written) {
  std::filesystem::create_directories(directory.parent_path());
  make_own_directory(directory);
  const std::string& path = directory.native();
  if (path.size() >= directory_.size())
    throw std::filesystem::filesystem_error("the path is too long", directory, {});
  std::ranges::copy(path, directory_.begin());
  chunk_size_ = chunk_size;
  on_failure_ = on_failure;
  on_written_ = on_written;
}

void EventFiles::lower_limit(std::uint64_t bytes) {
  std::uint64_t limit = limit_;
  while (bytes < limit && !limit_.compare_exchange_weak(limit, bytes)) {
  }
}

void EventFiles::limit(std::uint64_t bytes, OnEnough on_enough) {
  limit_ = bytes;
  on_enough_ = on_enough;
  if (rlimit size{}; ::getrlimit(RLIMIT_FSIZE, &size) == 0 && size.rlim_cur != RLIM_INFINITY)
    file_limit_ = size.rlim_cur;
}

// DIRECTORY/THREAD.KIND
bool EventFiles::path_of(std::uint64_t thread, const char* kind, Path& path) const noexcept {
  const std::size_t length = std::strlen(directory_.data());
  const std::size_t longest = length + 1 + 20 + std::strlen(kind) + 1;
  if (longest > path.text.size()) return false;
  char* to = std::copy_n(directory_.data(), length, path.text.data());
  *to++ = '/';
  to = std::to_chars(to, path.text.data() + path.text.size(), thread).ptr;
  std::strcpy(to, kind);  // NOLINT(clang-analyzer-security.insecureAPI.strcpy)
  return true;
}

EventWriter* EventFiles::open_writer(std::uint64_t thread) noexcept {
  void* const place = own_memory(sizeof(EventFile));
  const SparePath path;
  if (place == nullptr || !path) {
    fail(ENOMEM, std::strerror(ENOMEM));
    return nullptr;
  }
  auto* const file = new (place) EventFile(thread, *this);
  if (!only_counts_ && (!path_of(thread, ".evt", *path) ||
                        !file->file.open(path->text.data(), O_WRONLY | O_CREAT | O_TRUNC))) {
    fail(errno, path->text.data());
    return nullptr;
  }
  file->next = files_.load();
  while (!files_.compare_exchange_weak(file->next, file)) {
  }
  return exchange(*file, file->writer) ? &file->writer : nullptr;
}

// Whoever waits for a chunk may be interrupted: it has none then.
bool EventFiles::exchange(EventFile& file, EventWriter& writer) noexcept {
  std::optional<Undisturbed> undisturbed{std::in_place};
  if (writer.memory_ != nullptr) hand_over(file, writer, chunk_size_);
  while (!failed_) {
    const std::uint32_t seen = written_;
    const bool may_go_on = enough_ == kNotEnough || enough_ == kTold;
    if (Chunk* const chunk = may_go_on ? free_chunk(file) : nullptr) {
      char* const memory = memory_of(file, *chunk);
      if (memory == nullptr) break;
      file.filling = chunk;
      writer.begin_chunk(memory);
      look_at_limit(file);
      return true;
    }
    file.waits = true;
    ++waiting_;
    undisturbed.reset();
    if (!failed_) wait_while(written_, seen);
    undisturbed.emplace();
    end_waiting(file);
  }
  return false;
}

void EventFiles::end_waiting(EventFile& file) noexcept {
  if (file.waits) --waiting_;
  file.waits = false;
}

EventFiles::Chunk* EventFiles::free_chunk(EventFile& file) noexcept {
  for (Chunk& chunk : file.chunks)
    if (chunk.size.load(std::memory_order_acquire) == 0) return &chunk;
  return nullptr;
}

char* EventFiles::memory_of(EventFile& file, Chunk& chunk) noexcept {
  if (chunk.memory) return chunk.memory.data();
  const bool is_first = &chunk == file.chunks.data();
  if (!only_counts_) {
    const SparePath path;
    if (path && path_of(file.number, is_first ? ".chunk0" : ".chunk1", *path))
      chunk.memory = ChunkMemory(path->text.data(), chunk_size_);
  }
  if (!chunk.memory) chunk.memory = ChunkMemory(chunk_size_);
  if (!chunk.memory) fail(ENOMEM, std::strerror(ENOMEM));
  return chunk.memory.data();
}

// Whether there would be too much when the chunk that is filled now is full. Regions that are open
// find room in it.
void EventFiles::look_at_limit(const EventFile& file) noexcept {
  if (on_enough_ == nullptr) return;
  const auto exceeds = [this](std::uint64_t bytes, std::uint64_t chunks, std::uint64_t limit) {
    return bytes > 0 && bytes + chunks * chunk_size_ > limit;
  };
  const bool all = exceeds(handed_over_, 1, limit_);
  if (!all && !exceeds(file.handed_over, 2, file_limit_)) return;
  const bool one_file = handed_over_ + chunk_size_ <= limit_;
  int before = kNotEnough;
  if (!enough_.compare_exchange_strong(before, one_file ? kEnoughInOne : kEnoughInAll)) return;
  if (writing_)
    change(added_);  // who writes tells it: whoever is here may be unable to
  else
    tell_if_enough();
}

void EventFiles::tell_if_enough() noexcept {
  int enough = enough_;
  if (enough == kNotEnough || enough == kTold) return;
  if (!enough_.compare_exchange_strong(enough, kTold)) return;
  on_enough_(enough == kEnoughInOne);
  change(written_);
}

// The rest of the chunk is zero, which ends it.
void EventFiles::hand_over(EventFile& file, EventWriter& writer, std::size_t size) noexcept {
  Chunk& chunk = *file.filling;
  (void)Fixed{writer.events_}.write(writer.memory_ + kLastInHeader);
  writer.room_ = 0;
  writer.memory_ = nullptr;
  file.filling = nullptr;
  file.handed_over += size;
  handed_over_ += size;
  chunk.size.store(size, std::memory_order_release);
  write_later(chunk);
}

void EventFiles::close(EventWriter& writer) noexcept {
  const Undisturbed undisturbed;
  writer.closed_ = true;
  if (writer.memory_ == nullptr) return;
  char* const end = writer.memory_ + writer.used();
  end[0] = kEndOfFile;
  end[1] = kEndOfBuffer;
  hand_over(writer.file_, writer, writer.used() + 2);
}

void EventFiles::write_later(Chunk& chunk) noexcept {
  if (!writing_) return write(chunk);
  chunk.next = tasks_.load(std::memory_order_relaxed);
  while (!tasks_.compare_exchange_weak(chunk.next, &chunk, std::memory_order_release)) {
  }
  change(added_);
}

void EventFiles::begin_writing() {
  const NoSignals no_signals;
  const auto run = [](void* self) -> void* {
    Measurement::ignore_this_thread();
    static_cast<EventFiles*>(self)->write_tasks();
    return nullptr;
  };
  // Programs may lock all their memory: no more of a stack than is needed, where that is possible.
  constexpr std::size_t kStack = 256 << 10;
  pthread_attr_t small;
  ::pthread_attr_init(&small);
  ::pthread_attr_setstacksize(&small, kStack);
  writing_ = ::pthread_create(&writer_, &small, run, this) == 0 ||
             ::pthread_create(&writer_, nullptr, run, this) == 0;
  ::pthread_attr_destroy(&small);
}

// A process ends with its last thread, if main has left by pthread_exit: this one must not keep it.
bool EventFiles::is_last_thread() noexcept {
  std::array<char, 512> about{};
  const int file = ::open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const ssize_t size = ::read(file, about.data(), about.size() - 1);
  ::close(file);
  const std::string_view text(about.data(), size < 0 ? 0 : static_cast<std::size_t>(size));
  const std::size_t name_end = text.rfind(')');
  if (name_end == text.npos || name_end + 2 >= text.size() || text[name_end + 2] != 'Z')
    return false;
  struct stat tasks {};
  constexpr nlink_t kOwnLinks = 2;  // of a directory; each directory in it is one more
  constexpr nlink_t kThreads = 2;   // main's remains stay until the end
  return ::stat("/proc/self/task", &tasks) == 0 && tasks.st_nlink == kOwnLinks + kThreads;
}

void EventFiles::write_tasks() noexcept {
  while (true) {
    const std::uint32_t seen = added_;
    const bool ended = ended_;
    tell_if_enough();
    Chunk* newest = tasks_.exchange(nullptr, std::memory_order_acquire);
    Chunk* oldest = nullptr;
    while (newest != nullptr) {
      Chunk* const next = newest->next;
      newest->next = oldest;
      oldest = newest;
      newest = next;
    }
    if (oldest == nullptr) {
      if (ended) return;
      constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 200'000'000};
      wait_while(added_, seen, kPause);
      if (added_ == seen && is_last_thread()) {
        writing_ = false;  // the C library ends the process in this thread
        return;
      }
    }
    while (oldest != nullptr) {
      Chunk* const next = oldest->next;
      write(*oldest);
      oldest = next;
    }
  }
}

// What cannot be written stays where it is.
void EventFiles::write(Chunk& chunk) noexcept {
  const std::size_t size = chunk.size.load(std::memory_order_acquire);
  if (only_counts_) {
    count(chunk);
  } else {
    const NoSizeSignal no_signal;
    for (std::size_t written = 0; written < size && !failed_;) {
      const ssize_t more = chunk.of->file.write(chunk.memory.data() + written, size - written);
      if (more < 0 && errno == EINTR) continue;
      if (more < 0) return fail(errno, std::strerror(errno));
      written += static_cast<std::size_t>(more);
    }
    if (failed_) return;
    if (on_written_ != nullptr) on_written_();
  }
  std::memset(chunk.memory.data(), 0, size);
  chunk.size.store(0, std::memory_order_release);
  change(written_);
}

void EventFiles::count(Chunk& chunk) {
  try {
    chunk.of->counts.add({chunk.memory.data(), chunk.size});
  } catch (const std::exception& error) {
    Measurement::instance().give_up(error);
  }
}

std::vector<const EventCounts*> EventFiles::counts() const {
  std::vector<const EventCounts*> all;
  for (const EventFile* file = files_; file != nullptr; file = file->next)
    all.push_back(&file->counts);
  return all;
}

// Whoever waits goes on first: it may hold what telling needs.
void EventFiles::fail(int error, const char* why) noexcept {
  if (failed_.exchange(true)) return;
  change(written_);
  on_failure_(error, why);
}

void EventFiles::wait_for_threads() {
  while (waiting_ != 0) {
    const std::uint32_t seen = written_;
    if (waiting_ != 0 && !failed_) wait_while(written_, seen);
  }
}

bool EventFiles::finish() {
  ended_ = true;
  change(added_);
  if (writing_) ::pthread_join(writer_, nullptr);
  writing_ = false;
  if (only_counts_) return !failed_;
  for (EventFile* file = files_; file != nullptr; file = file->next) {
    if (!file->file.close()) fail(errno, std::strerror(errno));
    Path path;
    for (const char* kind : {".chunk0", ".chunk1"})
      if (!failed_ && path_of(file->number, kind, path)) ::unlink(path.text.data());
  }
  return !failed_;
}

}  // namespace lull::recorder
