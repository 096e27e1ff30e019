// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/location.hpp"

#include "lull/recorder/system/own_memory.hpp"
#include "lull/recorder/system/undisturbed.hpp"

namespace lull::recorder {

bool Location::make_room() noexcept {
  const Undisturbed undisturbed;
  const std::size_t room = std::max<std::size_t>(256, 2 * room_);
  auto* const larger = static_cast<Open*>(own_memory(room * sizeof(Open)));
  if (larger == nullptr) return false;
  std::copy_n(open_, room_, larger);
  open_ = larger;
  room_ = room;
  return true;
}

}  // namespace lull::recorder
