// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cerrno>

namespace lull::recorder {

// Preserves errno for the program around the recorder's work.
class KeptErrno {
 public:
  KeptErrno() = default;
  ~KeptErrno() { errno = kept_; }
  KeptErrno(const KeptErrno&) = delete;
  KeptErrno& operator=(const KeptErrno&) = delete;

 private:
  int kept_ = errno;
};

}  // namespace lull::recorder
