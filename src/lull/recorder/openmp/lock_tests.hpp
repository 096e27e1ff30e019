// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Tests of locks. LLVM's runtime says of some of them that a lock is being acquired, as if the
// thread waited for it, and nothing when they fail; so the recorder stands in front of the
// functions.
#pragma once

namespace lull::recorder::openmp {

// Whether the calling thread is in one; what that was before.
bool enter_lock_test(bool tests);

}  // namespace lull::recorder::openmp
