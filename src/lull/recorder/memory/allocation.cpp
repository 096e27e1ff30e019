// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Counts allocations of the whole process, including its libraries, by interposing on the functions
// of the next library that defines them: the C library, or another allocator that is loaded.
// Operators new and delete call these. Sizes are the allocated blocks' sizes, which may be larger
// than requested. Takes 5 ns per call.
#include <dlfcn.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "lull/recorder/system/heap.hpp"

namespace lull::recorder {
namespace {

// The functions are looked up together: looking for one of them may need another.
struct Allocator {
  void* (*malloc)(std::size_t);
  void* (*calloc)(std::size_t, std::size_t);
  void* (*realloc)(void*, std::size_t);
  void (*free)(void*);
  int (*posix_memalign)(void**, std::size_t, std::size_t);
  void* (*aligned_alloc)(std::size_t, std::size_t);
  void* (*memalign)(std::size_t, std::size_t);
  void* (*valloc)(std::size_t);
  void* (*pvalloc)(std::size_t);
  std::size_t (*size_of)(void*);
};

constinit Allocator allocator{};
constinit std::atomic<bool> is_found{false};
thread_local bool is_looking [[gnu::tls_model("initial-exec")]] = false;

// Serves allocations made while looking for the functions; never freed.
class FirstMemory {
 public:
  void* take(std::size_t size) noexcept {
    const std::size_t rounded = (size + kAlignment - 1) / kAlignment * kAlignment;
    const std::size_t begin = used_.fetch_add(rounded);
    return size > sizeof memory_ || begin + rounded > sizeof memory_ ? nullptr : memory_ + begin;
  }
  [[nodiscard]] bool holds(const void* place) const noexcept {
    return place >= memory_ && place < memory_ + sizeof memory_;
  }
  [[nodiscard]] std::size_t rest_after(const void* place) const noexcept {
    return static_cast<std::size_t>(memory_ + sizeof memory_ - static_cast<const char*>(place));
  }

 private:
  static constexpr std::size_t kAlignment = alignof(std::max_align_t);
  alignas(std::max_align_t) char memory_[1u << 14]{};
  std::atomic<std::size_t> used_{0};
};
constinit FirstMemory first_memory;

// A block's size is queried from its allocator. A loaded allocator may not provide sizes; the C
// library's function must not be used for its blocks.
bool provides_sizes(const Allocator& found) noexcept {
  Dl_info allocator_object{};
  Dl_info size_object{};
  return ::dladdr(reinterpret_cast<void*>(found.malloc), &allocator_object) != 0 &&
         ::dladdr(reinterpret_cast<void*>(found.size_of), &size_object) != 0 &&
         allocator_object.dli_fbase == size_object.dli_fbase;
}

std::size_t unknown_size(void*) { return 0; }

template <class Pointer>
void look_up(Pointer& function, const char* name) {
  function = reinterpret_cast<Pointer>(::dlsym(RTLD_NEXT, name));
}

// Several threads may do this, with the same result. Returns false while the calling thread is
// looking.
bool find_allocator() noexcept {
  if (is_found.load(std::memory_order_acquire)) [[likely]]
    return true;
  if (is_looking) return false;
  is_looking = true;
  Allocator found{};
  look_up(found.malloc, "malloc");
  look_up(found.calloc, "calloc");
  look_up(found.realloc, "realloc");
  look_up(found.free, "free");
  look_up(found.posix_memalign, "posix_memalign");
  look_up(found.aligned_alloc, "aligned_alloc");
  look_up(found.memalign, "memalign");
  look_up(found.valloc, "valloc");
  look_up(found.pvalloc, "pvalloc");
  look_up(found.size_of, "malloc_usable_size");
  const bool are_known = provides_sizes(found);
  if (!are_known) found.size_of = unknown_size;
  is_looking = false;
  static constinit std::atomic<bool> begun{false};
  if (!begun.exchange(true)) {
    allocator = found;
    heap().counted = are_known;
    is_found.store(true, std::memory_order_release);
  }
  while (!is_found.load(std::memory_order_acquire)) {
  }
  return true;
}

std::int64_t size_of(void* memory) noexcept {
  return memory == nullptr ? 0 : static_cast<std::int64_t>(allocator.size_of(memory));
}

void* counted(void* memory) noexcept {
  if (memory != nullptr) heap().grow(size_of(memory));
  return memory;
}

void* reallocate(void* memory, std::size_t size) noexcept {
  if (first_memory.holds(memory)) {
    void* const moved = counted(allocator.malloc(size));
    const std::size_t rest = first_memory.rest_after(memory);
    if (moved != nullptr) std::memcpy(moved, memory, size < rest ? size : rest);
    return moved;
  }
  const std::int64_t before = size_of(memory);
  void* const moved = allocator.realloc(memory, size);
  if (moved == nullptr && size != 0) return nullptr;
  heap().shrink(before);
  return counted(moved);
}

}  // namespace
}  // namespace lull::recorder

namespace own = lull::recorder;

extern "C" {

void* malloc(std::size_t size) noexcept {
  if (!own::find_allocator()) return own::first_memory.take(size);
  return own::counted(own::allocator.malloc(size));
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  if (!own::find_allocator()) return own::first_memory.take(count * size);
  return own::counted(own::allocator.calloc(count, size));
}

void* realloc(void* memory, std::size_t size) noexcept {
  if (!own::find_allocator()) return own::first_memory.take(size);
  return own::reallocate(memory, size);
}

void free(void* memory) noexcept {
  if (memory == nullptr || own::first_memory.holds(memory) || !own::find_allocator()) return;
  own::heap().shrink(own::size_of(memory));
  own::allocator.free(memory);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  if (!own::find_allocator()) return ENOMEM;
  const int error = own::allocator.posix_memalign(memory, alignment, size);
  if (error == 0) own::counted(*memory);
  return error;
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return own::find_allocator() ? own::counted(own::allocator.aligned_alloc(alignment, size))
                               : nullptr;
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return own::find_allocator() ? own::counted(own::allocator.memalign(alignment, size)) : nullptr;
}

void* valloc(std::size_t size) noexcept {
  return own::find_allocator() ? own::counted(own::allocator.valloc(size)) : nullptr;
}

void* pvalloc(std::size_t size) noexcept {
  return own::find_allocator() ? own::counted(own::allocator.pvalloc(size)) : nullptr;
}

}  // extern "C"
