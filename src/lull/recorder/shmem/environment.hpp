// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Begin and end of OpenSHMEM. It runs over MPI's library here: processes of several nodes compare
// their clocks by that.
#pragma once

namespace lull::recorder::shmem {

// Around the call that begins OpenSHMEM, and the one that ends it.
void prepare_recording();
void begin_recording();
void prepare_end();
void end_recording();
// This process ends all others, who are not waited for.
void exit_globally();

}  // namespace lull::recorder::shmem
