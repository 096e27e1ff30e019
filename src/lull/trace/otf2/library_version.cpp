// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/library_version.hpp"

#include <otf2/OTF2_GeneralDefinitions.h>

namespace lull {

std::string_view library_version() noexcept { return OTF2_VERSION; }

bool has_decoder() noexcept {
#ifdef LULL_WITHOUT_DECODER
  return false;
#else
  return true;
#endif
}

}  // namespace lull
