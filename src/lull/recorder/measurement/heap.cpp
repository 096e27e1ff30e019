// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/heap.hpp"

namespace lull::recorder {
namespace {

constinit Heap all;

}  // namespace

Heap& heap() noexcept { return all; }

}  // namespace lull::recorder
