// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/files/chunk_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "lull/recorder/files/own_file.hpp"
#include "lull/recorder/system/signals.hpp"

namespace lull::recorder {
namespace {

constexpr int kAccess = PROT_READ | PROT_WRITE;

// The initial disk space of each chunk; enough for a thread that records little.
constexpr std::size_t kFirstRoom = std::size_t{64} << 10;

// Allocates disk space before it is used: otherwise it may run out in the middle of the program.
bool take_space(int descriptor, std::size_t from, std::size_t to) {
  return ::posix_fallocate(descriptor, static_cast<off_t>(from), static_cast<off_t>(to - from)) ==
         0;
}

// Returns null on failure.
void* map_file(const char* path, std::size_t size, std::size_t room) {
  const NoSizeSignal no_signal;
  const int descriptor = ::open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return nullptr;
  make_own(descriptor);
  void* found = MAP_FAILED;
  if (take_space(descriptor, 0, room) && ::ftruncate(descriptor, static_cast<off_t>(size)) == 0)
    found = ::mmap(nullptr, size, kAccess, MAP_SHARED, descriptor, 0);
  ::close(descriptor);
  if (found != MAP_FAILED) (void)::madvise(found, size, MADV_RANDOM);  // no read-ahead
  if (found == MAP_FAILED) ::unlink(path);
  return found == MAP_FAILED ? nullptr : found;
}

}  // namespace

ChunkMemory::ChunkMemory(const char* path, std::size_t size) noexcept
    : size_(size), room_(std::min(size, kFirstRoom)), is_file_(true) {
  data_ = static_cast<char*>(map_file(path, size_, room_));
  if (data_ == nullptr) *this = ChunkMemory(size);
}

ChunkMemory::ChunkMemory(std::size_t size) noexcept : size_(size), room_(size) {
  void* const found = ::mmap(nullptr, size, kAccess, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (found != MAP_FAILED) data_ = static_cast<char*>(found);
}

ChunkMemory::~ChunkMemory() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

ChunkMemory::ChunkMemory(ChunkMemory&& other) noexcept { *this = std::move(other); }

ChunkMemory& ChunkMemory::operator=(ChunkMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(room_, other.room_);
  std::swap(is_file_, other.is_file_);
  return *this;
}

bool ChunkMemory::grow(const char* path) noexcept {
  const NoSizeSignal no_signal;
  const std::size_t more = std::min(size_, 2 * room_);
  const int descriptor = ::open(path, O_RDWR | O_CLOEXEC);
  const bool taken = descriptor >= 0 && take_space(descriptor, room_, more);
  if (descriptor >= 0) ::close(descriptor);
  if (taken) {
    room_ = more;
    (void)::madvise(data_, size_, MADV_NORMAL);
    return true;
  }
  ChunkMemory elsewhere(size_);
  if (!elsewhere) return false;
  std::memcpy(elsewhere.data_, data_, room_);
  *this = std::move(elsewhere);
  ::unlink(path);
  return true;
}

bool ChunkMemory::become(const char* path, const char* other, std::size_t size) noexcept {
  if (!is_file_ || ::truncate(path, static_cast<off_t>(size)) != 0) return false;
  return ::rename(path, other) == 0;
}

std::filesystem::path chunk_path(const std::filesystem::path& event_file) {
  std::filesystem::path path = event_file;
  return path.replace_extension(kChunkExtension);
}

}  // namespace lull::recorder
