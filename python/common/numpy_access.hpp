// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// NumPy, for several threads of Python at the same time.
#pragma once

#include <pybind11/numpy.h>

#include <mutex>

#include "common/module.hpp"

namespace lull::python {

// Before the first array is made. pybind11 looks NumPy up behind a lock that it waits for with the
// interpreter in its hands, which the thread that looks needs.
inline void find_numpy() {
  static bool found = false;  // for who holds the interpreter
  static std::mutex mutex;
  if (found) return;
  std::unique_lock lock(mutex, std::defer_lock);
  {
    const py::gil_scoped_release others_may_run;
    lock.lock();
  }
  if (!found) static_cast<void>(py::detail::npy_api::get());
  found = true;
}

}  // namespace lull::python
