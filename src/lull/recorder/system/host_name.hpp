// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The name of this machine, as written to journals.
#pragma once

#include <unistd.h>

#include <string>

namespace lull::recorder {

inline std::string host_name() {
  std::string name(256, '\0');
  if (::gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  name.resize(name.find('\0'));
  return name;
}

}  // namespace lull::recorder
