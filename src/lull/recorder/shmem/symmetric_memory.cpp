// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/shmem/symmetric_memory.hpp"

#include <dlfcn.h>
#include <link.h>

#include <atomic>
#include <string_view>

namespace lull::recorder::shmem {
namespace {

// Addresses in an object file have this bit, and a number for the file in the bits below.
constexpr std::uint64_t kInCode = std::uint64_t{1} << 63;
constexpr unsigned kBitsOfPlace = 40;

std::atomic<std::uintptr_t> first_allocation{0};

// Derived from the file's name without directories, which is empty for the program itself.
std::uint64_t number_of(const char* file) {
  std::string_view name = file == nullptr ? "" : file;
  name.remove_prefix(name.rfind('/') + 1);
  std::uint32_t hash = 2166136261u;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  constexpr std::uint32_t kNumbers = 1u << 22;
  return hash % kNumbers;
}

struct Segment {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  std::uint64_t number = 0;
};

// The segment of the thread's last query.
thread_local Segment known_segment;

bool find_segment(std::uintptr_t address) {
  if (address >= known_segment.begin && address < known_segment.end) return true;
  dl_find_object found{};
  if (_dl_find_object(reinterpret_cast<void*>(address), &found) != 0) return false;
  known_segment = {reinterpret_cast<std::uintptr_t>(found.dlfo_map_start),
                   reinterpret_cast<std::uintptr_t>(found.dlfo_map_end),
                   kInCode | number_of(found.dlfo_link_map->l_name) << kBitsOfPlace};
  return true;
}

}  // namespace

void note_allocation(const void* object) noexcept {
  if (object == nullptr) return;
  std::uintptr_t none = 0;
  first_allocation.compare_exchange_strong(none, reinterpret_cast<std::uintptr_t>(object));
}

std::uint64_t symmetric_address(const volatile void* object) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  if (find_segment(address)) return known_segment.number | (address - known_segment.begin);
  return (address - first_allocation.load(std::memory_order_relaxed)) & ~kInCode;
}

}  // namespace lull::recorder::shmem
