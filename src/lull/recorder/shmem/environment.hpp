// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Begin and end of OpenSHMEM. It runs over MPI's library here: processes talk to each other by
// that.
#pragma once

namespace lull::recorder::shmem {

void begin_recording();
void end_recording();
// This process ends all others, who are not waited for.
void exit_globally();

}  // namespace lull::recorder::shmem
