// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/chunk_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "lull/recorder/journal/own_file.hpp"
#include "lull/recorder/measurement/signals.hpp"

namespace lull::recorder {
namespace {

constexpr int kAccess = PROT_READ | PROT_WRITE;

// Null where that cannot be done. Its space on the disk is taken at once: later it could be missing
// in the middle of the program.
void* map_file(const char* path, std::size_t size) {
  const NoSizeSignal no_signal;
  const int descriptor = ::open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return nullptr;
  make_own(descriptor);
  void* found = MAP_FAILED;
  if (::posix_fallocate(descriptor, 0, static_cast<off_t>(size)) == 0)
    found = ::mmap(nullptr, size, kAccess, MAP_SHARED, descriptor, 0);
  ::close(descriptor);
  if (found == MAP_FAILED) ::unlink(path);
  return found == MAP_FAILED ? nullptr : found;
}

}  // namespace

ChunkMemory::ChunkMemory(const char* path, std::size_t size) noexcept : size_(size) {
  data_ = static_cast<char*>(map_file(path, size));
  if (data_ == nullptr) *this = ChunkMemory(size);
}

ChunkMemory::ChunkMemory(std::size_t size) noexcept : size_(size) {
  void* const found = ::mmap(nullptr, size, kAccess, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (found != MAP_FAILED) data_ = static_cast<char*>(found);
}

ChunkMemory::~ChunkMemory() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

ChunkMemory::ChunkMemory(ChunkMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(other.size_) {}

ChunkMemory& ChunkMemory::operator=(ChunkMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

std::filesystem::path chunk_path(const std::filesystem::path& event_file) {
  std::filesystem::path path = event_file;
  return path.replace_extension(kChunkExtension);
}

}  // namespace lull::recorder
