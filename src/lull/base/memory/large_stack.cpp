// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/memory/large_stack.hpp"

#include <pthread.h>

#include <exception>

namespace lull {
namespace {

struct DeepWork {
  const std::function<void()>& work;
  std::exception_ptr failure;
};

void* do_deep_work(void* given) {
  auto* const deep = static_cast<DeepWork*>(given);
  try {
    deep->work();
  } catch (...) {
    deep->failure = std::current_exception();
  }
  return nullptr;
}

// Returns whether the thread could be started.
bool did_on_thread(DeepWork& deep, std::size_t size) {
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, size);
  pthread_t thread{};
  const bool began = ::pthread_create(&thread, &attributes, do_deep_work, &deep) == 0;
  ::pthread_attr_destroy(&attributes);
  if (began) ::pthread_join(thread, nullptr);
  return began;
}

}  // namespace

void with_large_stack(const std::function<void()>& work, std::size_t size) {
  DeepWork deep{work, nullptr};
  bool done = did_on_thread(deep, size);
  while (!done && (size /= 2) >= kLargeStack) done = did_on_thread(deep, size);
  if (!done) do_deep_work(&deep);
  if (deep.failure) std::rethrow_exception(deep.failure);
}

}  // namespace lull
