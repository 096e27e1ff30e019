// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/large_stack.hpp"

#include <pthread.h>

#include <cstddef>
#include <exception>

namespace lull {
namespace {

constexpr std::size_t kLargeStack = std::size_t{16} << 20;

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

}  // namespace

void with_large_stack(const std::function<void()>& work) {
  DeepWork deep{work, nullptr};
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, kLargeStack);
  pthread_t thread{};
  const bool began = ::pthread_create(&thread, &attributes, do_deep_work, &deep) == 0;
  ::pthread_attr_destroy(&attributes);
  if (began)
    ::pthread_join(thread, nullptr);
  else
    do_deep_work(&deep);
  if (deep.failure) std::rethrow_exception(deep.failure);
}

}  // namespace lull
