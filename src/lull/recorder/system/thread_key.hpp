// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Notifies of the ends of threads. A process has few keys for that, and the program may use them
// all: then ends of threads are not seen, and each thread has a location of its own.
#pragma once

#include <pthread.h>

namespace lull::recorder {

class ThreadKey {
 public:
  // `at_end` is called with the value set.
  explicit ThreadKey(void (*at_end)(void*)) : known_(::pthread_key_create(&key_, at_end) == 0) {}
  void set(const void* value) const {
    if (known_) ::pthread_setspecific(key_, value);
  }

 private:
  pthread_key_t key_{};
  bool known_;
};

}  // namespace lull::recorder
