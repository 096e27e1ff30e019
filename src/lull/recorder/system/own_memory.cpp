// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/system/own_memory.hpp"

#include <sys/mman.h>

#include <atomic>
#include <cstdint>

#include "lull/recorder/system/kept_errno.hpp"

namespace lull::recorder {
namespace {

constexpr std::size_t kBlock = 256 << 10;
constexpr std::size_t kAlignment = alignof(std::max_align_t);

struct Block {
  std::atomic<std::size_t> used;
  std::byte* memory() { return reinterpret_cast<std::byte*>(this); }
};
constexpr std::size_t kBegin = (sizeof(Block) + kAlignment - 1) / kAlignment * kAlignment;

std::atomic<Block*> current{nullptr};

void* from_system(std::size_t size) {
  const KeptErrno kept;
  void* const found =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return found == MAP_FAILED ? nullptr : found;
}

}  // namespace

// If several threads, or a signal handler and the code it has interrupted, begin a block, one of
// these is used.
void* own_memory(std::size_t size) noexcept {
  const std::size_t wanted = (size + kAlignment - 1) / kAlignment * kAlignment;
  if (wanted > kBlock / 4) return from_system(wanted);
  while (true) {
    Block* block = current.load(std::memory_order_acquire);
    if (block != nullptr) {
      const std::size_t begin = block->used.fetch_add(wanted, std::memory_order_relaxed);
      if (begin + wanted <= kBlock) return block->memory() + begin;
    }
    void* const fresh = from_system(kBlock);
    if (fresh == nullptr) return nullptr;
    auto* const next = new (fresh) Block{kBegin};
    if (!current.compare_exchange_strong(block, next, std::memory_order_acq_rel))
      ::munmap(fresh, kBlock);
  }
}

}  // namespace lull::recorder
