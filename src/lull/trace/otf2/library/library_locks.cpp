// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/library/library_locks.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <mutex>
#include <new>

struct OTF2_LockObject {
  std::mutex mutex;
};

namespace lull::otf2 {
namespace {

// Allocates no memory: there may be none left. The library nests at most two locks.
struct HeldLocks {
  std::array<OTF2_Lock, 8> locks{};
  std::size_t count = 0;
};
thread_local HeldLocks held;

OTF2_CallbackCode create(void* /*user*/, OTF2_Lock* lock) {
  *lock = new (std::nothrow) OTF2_LockObject;
  return *lock == nullptr ? OTF2_CALLBACK_ERROR : OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode lock(void* /*user*/, OTF2_Lock lock) {
  if (held.count == held.locks.size()) return OTF2_CALLBACK_ERROR;
  lock->mutex.lock();
  held.locks[held.count++] = lock;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode unlock(void* /*user*/, OTF2_Lock lock) {
  const auto end = held.locks.begin() + static_cast<std::ptrdiff_t>(held.count);
  const auto found = std::find(held.locks.begin(), end, lock);
  if (found == end) return OTF2_CALLBACK_ERROR;
  std::move(std::next(found), end, found);
  --held.count;
  lock->mutex.unlock();
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode destroy(void* user, OTF2_Lock lock) {
  unlock(user, lock);  // left by an archive that could not be opened
  delete lock;
  return OTF2_CALLBACK_SUCCESS;
}

constexpr OTF2_LockingCallbacks kCallbacks{nullptr, create, destroy, lock, unlock};

}  // namespace

void use_library_locks(OTF2_Reader* reader) {
  OTF2_Reader_SetLockingCallbacks(reader, &kCallbacks, nullptr);
}

void use_library_locks(OTF2_Archive* archive) {
  OTF2_Archive_SetLockingCallbacks(archive, &kCallbacks, nullptr);
}

void release_library_locks() {
  while (held.count > 0) held.locks[--held.count]->mutex.unlock();
}

}  // namespace lull::otf2
