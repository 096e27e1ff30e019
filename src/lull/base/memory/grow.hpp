// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Vectors of which there are many, and that should not be half empty.
#pragma once

#include <vector>

namespace lull {

// For one more element; grows by a quarter, not to the double. Amortised constant time.
template <class T>
void make_room_for_one(std::vector<T>& vector) {
  if (vector.size() == vector.capacity()) vector.reserve(vector.size() + vector.size() / 4 + 8);
}

}  // namespace lull
