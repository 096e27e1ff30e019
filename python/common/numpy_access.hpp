// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Access to NumPy from several Python threads.
#pragma once

#include <pybind11/numpy.h>

#include <mutex>

#include "common/module.hpp"

namespace lull::python {

// Call before creating the first array. pybind11 imports NumPy under a lock while holding the
// interpreter, which the importing thread may need: a deadlock.
inline void find_numpy() {
  static bool found = false;  // protected by the interpreter lock
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
