// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Growth of vectors that exist in large numbers and should waste little capacity.
#pragma once

#include <vector>

namespace lull {

// Reserves space for one more element; grows by a quarter. Amortised constant time.
template <class T>
void make_room_for_one(std::vector<T>& vector) {
  if (vector.size() == vector.capacity()) vector.reserve(vector.size() + vector.size() / 4 + 8);
}

}  // namespace lull
