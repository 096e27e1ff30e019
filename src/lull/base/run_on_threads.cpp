// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/run_on_threads.hpp"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>

namespace lull {
namespace {

// Memory reserved for the work itself while this object lives: threads whose stacks take the last
// memory are useless.
class Reserve {
 public:
  Reserve() : at_(::mmap(nullptr, kSize, PROT_NONE, kFlags, -1, 0)) {}
  Reserve(const Reserve&) = delete;
  Reserve& operator=(const Reserve&) = delete;
  ~Reserve() {
    if (there()) ::munmap(at_, kSize);
  }
  [[nodiscard]] bool there() const { return at_ != MAP_FAILED; }

 private:
  static constexpr std::size_t kSize = 256u << 20;
  static constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

  void* at_;
};

// Each arena of the allocator reserves 64 MiB of address space. Where that is limited, threads
// share arenas, which together leave most of it to the work itself.
void limit_arenas() {
  constexpr rlim_t kArena = 64u << 20;
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  const rlim_t arenas = std::clamp<rlim_t>(limit.rlim_cur / 4 / kArena, 1, 1024);
  ::mallopt(M_ARENA_MAX, static_cast<int>(arenas));
}

}  // namespace

std::vector<std::thread> start_threads(std::size_t count,
                                       const std::function<void(std::size_t)>& work) {
  std::vector<std::thread> threads;
  const Reserve reserve;
  if (!reserve.there()) return threads;
  limit_arenas();
  try {
    threads.reserve(count);
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back(work, i);
  } catch (const std::system_error&) {  // as many as possible
  } catch (const std::bad_alloc&) {
  }
  return threads;
}

void run_on_threads(std::size_t threads, const std::function<void()>& work) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto guarded = [&](std::size_t) {
    try {
      work();
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::thread> others = start_threads(threads > 0 ? threads - 1 : 0, guarded);
  guarded(0);
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace lull
