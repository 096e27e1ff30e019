// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/event_files.hpp"

#include <fcntl.h>
#include <sys/resource.h>
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
#include "lull/recorder/system/own_memory.hpp"
#include "lull/recorder/system/undisturbed.hpp"

namespace lull::recorder {

// A path is too large for the stack of a signal handler. Free paths are reused.
class EventFiles::SparePath {
 public:
  SparePath() {
    for (auto& spare : spares_)
      if (path_ = spare.exchange(nullptr); path_ != nullptr) return;
    path_ = static_cast<Path*>(own_memory(sizeof(Path)));
  }
  ~SparePath() {
    for (auto& spare : spares_)
      if (Path* none = nullptr; spare.compare_exchange_strong(none, path_)) return;
  }
  SparePath(const SparePath&) = delete;
  SparePath& operator=(const SparePath&) = delete;
  explicit operator bool() const { return path_ != nullptr; }
  Path& operator*() const { return *path_; }
  Path* operator->() const { return path_; }

 private:
  // More than threads use at a time (DescriptorTurn).
  static inline constinit std::array<std::atomic<Path*>, 32> spares_{};
  Path* path_ = nullptr;
};

// Leaves descriptors free for the program, however many threads there are.
class EventFiles::DescriptorTurn {
 public:
  explicit DescriptorTurn(EventFiles& files) : turns_(files.descriptors_) {
    constexpr int kMost = 16;
    turns_.begin(static_cast<std::uint32_t>(std::clamp(most_kept_descriptors() / 4, 1, kMost)));
  }
  ~DescriptorTurn() { turns_.end(); }
  DescriptorTurn(const DescriptorTurn&) = delete;
  DescriptorTurn& operator=(const DescriptorTurn&) = delete;

 private:
  Turns& turns_;
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

// Stores DIRECTORY/THREAD.KIND.
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
  if (place == nullptr) {
    fail(ENOMEM, std::strerror(ENOMEM));
    return nullptr;
  }
  auto* const file = new (place) EventFile(thread, *this);
  const bool is_one_of_few = thread < static_cast<std::uint64_t>(most_kept_descriptors());
  if (is_one_of_few && !only_counts_ && !open_file(*file)) return nullptr;
  file->next = files_.load();
  while (!files_.compare_exchange_weak(file->next, file)) {
  }
  return exchange(*file, file->writer) ? &file->writer : nullptr;
}

bool EventFiles::open_file(EventFile& file) noexcept {
  const DescriptorTurn turn(*this);
  const SparePath path;
  if (!path) {
    fail(ENOMEM, std::strerror(ENOMEM));
    return false;
  }
  if (path_of(file.number, ".evt", *path) &&
      file.file.open(path->text.data(), O_WRONLY | O_CREAT | O_TRUNC))
    return true;
  fail_at(*path, errno);
  return false;
}

// The thread ends in its first chunk: the chunk's file becomes its event file.
bool EventFiles::become_file(EventFile& file, std::size_t size) noexcept {
  const SparePath path;
  const SparePath chunk;
  return path && chunk && path_of(file.number, ".evt", *path) &&
         path_of(file.number, kChunkExtension, *chunk) &&
         file.chunk.become(chunk->text.data(), path->text.data(), size);
}

// A signal handler may interrupt a thread that waits here; the thread has no chunk then.
bool EventFiles::exchange(EventFile& file, EventWriter& writer) noexcept {
  std::optional<Undisturbed> undisturbed{std::in_place};
  if (writer.memory_ != nullptr) end_chunk(file, writer, chunk_size_);
  while (!failed_) {
    const std::uint32_t seen = changed_;
    if (enough_ == kNotEnough || enough_ == kReported) {
      char* const memory = memory_of(file);
      if (memory == nullptr) break;
      writer.begin_chunk(memory, file.chunk.room());
      look_at_limit(file);
      return true;
    }
    file.waits = true;
    ++waiting_;
    undisturbed.reset();
    if (!failed_) wait_while(changed_, seen);
    undisturbed.emplace();
    end_waiting(file);
  }
  return false;
}

bool EventFiles::grow(EventFile& file) noexcept {
  const DescriptorTurn turn(*this);
  const SparePath path;
  return path && path_of(file.number, kChunkExtension, *path) && file.chunk.grow(path->text.data());
}

bool EventFiles::extend(EventFile& file, EventWriter& writer, std::size_t size) noexcept {
  const Undisturbed undisturbed;
  if (failed_ || file.chunk.room() == chunk_size_) return false;
  while (writer.room_ < writer.used() + size && file.chunk.room() < chunk_size_) {
    if (!grow(file)) return false;
    writer.extend_chunk(file.chunk.data(), file.chunk.room());
    if (!leave_trace(file)) return false;
  }
  return writer.room_ >= writer.used() + size;
}

void EventFiles::end_waiting(EventFile& file) noexcept {
  if (file.waits) --waiting_;
  file.waits = false;
}

// Ensures that the thread has a file on the disk, its chunk or its event file: if the process is
// killed, that reveals that events of the thread are missing.
bool EventFiles::leave_trace(EventFile& file) noexcept {
  return only_counts_ || file.chunk.outlives() || file.file.is_open() || open_file(file);
}

char* EventFiles::memory_of(EventFile& file) noexcept {
  if (file.chunk) return file.chunk.data();
  if (!only_counts_) {
    const DescriptorTurn turn(*this);
    const SparePath path;
    if (path && path_of(file.number, kChunkExtension, *path))
      file.chunk = ChunkMemory(path->text.data(), chunk_size_);
  }
  if (!file.chunk) file.chunk = ChunkMemory(chunk_size_);
  if (!file.chunk) fail(ENOMEM, std::strerror(ENOMEM));
  return file.chunk && leave_trace(file) ? file.chunk.data() : nullptr;
}

// Checks whether the limit is exceeded when the current chunk is full. The leave events of open
// regions fit into it.
void EventFiles::look_at_limit(const EventFile& file) noexcept {
  if (on_enough_ == nullptr) return;
  const auto exceeds = [this](std::uint64_t bytes, std::uint64_t chunks, std::uint64_t limit) {
    return bytes > 0 && bytes + chunks * chunk_size_ > limit;
  };
  const bool all = exceeds(written_, 1, limit_);
  if (!all && !exceeds(file.written, 2, file_limit_)) return;
  const bool one_file = written_ + chunk_size_ <= limit_;
  int before = kNotEnough;
  if (!enough_.compare_exchange_strong(before, one_file ? kEnoughInOne : kEnoughInAll)) return;
  report_if_enough();
}

void EventFiles::report_if_enough() noexcept {
  int enough = enough_;
  if (enough == kNotEnough || enough == kReported) return;
  if (!enough_.compare_exchange_strong(enough, kReported)) return;
  on_enough_(enough == kEnoughInOne);
  change(changed_);
}

// The rest of the chunk is zero, which ends it.
void EventFiles::end_chunk(EventFile& file, EventWriter& writer, std::size_t size) noexcept {
  (void)Fixed{writer.events_}.write(writer.memory_ + kLastInHeader);
  writer.room_ = 0;
  writer.memory_ = nullptr;
  file.written += size;
  written_ += size;
  write(file, size);
}

void EventFiles::close(EventWriter& writer) noexcept {
  const Undisturbed undisturbed;
  writer.closed_ = true;
  if (writer.memory_ == nullptr) return;
  char* const end = writer.memory_ + writer.used();
  end[0] = kEndOfFile;
  end[1] = kEndOfBuffer;
  end_chunk(writer.file_, writer, writer.used() + 2);
}

void EventFiles::write_chunk(EventFile& file, std::size_t size) noexcept {
  const NoSizeSignal no_signal;
  const DescriptorTurn turn(*this);
  for (std::size_t written = 0; written < size && !failed_;) {
    const ssize_t more = file.file.write(file.chunk.data() + written, size - written);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return fail(errno, std::strerror(errno));
    written += static_cast<std::size_t>(more);
  }
}

// Data that cannot be written stays in the chunk.
void EventFiles::write(EventFile& file, std::size_t size) noexcept {
  if (only_counts_) {
    count(file, size);
  } else {
    const bool is_first = !file.file.is_open();
    if (is_first && file.writer.closed_ && become_file(file, size)) return;
    if (is_first && !failed_ && !open_file(file)) return;
    write_chunk(file, size);
    if (failed_) return;
    if (on_written_ != nullptr) on_written_();
  }
  std::memset(file.chunk.data(), 0, std::min(size, file.chunk.room()));
}

void EventFiles::count(EventFile& file, std::size_t size) {
  try {
    file.counts.add({file.chunk.data(), size});
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

void EventFiles::fail_at(Path& path, int error) noexcept {
  const std::string_view reason = std::strerror(error);
  const std::size_t length = std::strlen(path.text.data());
  const std::size_t room = path.text.size() - length;
  if (constexpr std::string_view kColon = ": "; kColon.size() + reason.size() < room) {
    char* const to = std::ranges::copy(kColon, path.text.data() + length).out;
    *std::ranges::copy(reason, to).out = '\0';
  }
  fail(error, path.text.data());
}

// Waiting threads continue first: they may hold a lock that reporting needs.
void EventFiles::fail(int error, const char* why) noexcept {
  if (failed_.exchange(true)) return;
  change(changed_);
  on_failure_(error, why);
}

void EventFiles::wait_for_threads() {
  while (waiting_ != 0) {
    const std::uint32_t seen = changed_;
    if (waiting_ != 0 && !failed_) wait_while(changed_, seen);
  }
}

bool EventFiles::finish() {
  if (only_counts_) return !failed_;
  for (EventFile* file = files_; file != nullptr; file = file->next) {
    if (!file->file.is_open()) continue;
    if (!file->file.close()) fail(errno, std::strerror(errno));
    Path path;
    if (!failed_ && path_of(file->number, kChunkExtension, path)) ::unlink(path.text.data());
  }
  return !failed_;
}

}  // namespace lull::recorder
