// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A thread with asynchronous cancellation must not be cancelled inside the recorder. The recorder's
// functions that compiler instrumentation calls cannot prevent that cheaply, so such a thread's
// functions are not recorded meanwhile.
#pragma once

namespace lull::recorder {

// Sets whether functions of the calling thread are left out.
void rest_functions(bool rest) noexcept;

}  // namespace lull::recorder
