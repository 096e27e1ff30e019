// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/exchange/exchange_writer.hpp"

namespace lull::exchange {

std::map<std::string, MakeWriter> formats() {
  return {
#define LULL_FORMAT(name) {#name, make_##name##_writer},
#include "lull/exchange/format_list.def"
#undef LULL_FORMAT
  };
}

}  // namespace lull::exchange
