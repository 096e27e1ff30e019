// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A thread that can be cancelled anywhere must not be so within the recorder, which no function
// that the compiler calls can prevent cheaply: its functions are not recorded meanwhile.
#pragma once

namespace lull::recorder {

// Whether functions of the calling thread are left out from now on.
void rest_functions(bool rest) noexcept;

}  // namespace lull::recorder
