// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Tells the end of threads. A process has few keys for that, and the program may have them all:
// then the ends of threads are not seen, and each has a location of its own.
#pragma once

#include <pthread.h>

namespace lull::recorder {

class ThreadKey {
 public:
  // `at_end` gets what has been set.
  explicit ThreadKey(void (*at_end)(void*)) : known_(::pthread_key_create(&key_, at_end) == 0) {}
  void set(const void* value) const {
    if (known_) ::pthread_setspecific(key_, value);
  }

 private:
  pthread_key_t key_{};
  bool known_;
};

}  // namespace lull::recorder
