// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// OpenSHMEM initialisation and finalisation. If it runs on top of an MPI library, processes of
// several nodes compare their clocks through MPI.
#pragma once

namespace lull::recorder::shmem {

// Called around the calls that initialise and finalise OpenSHMEM.
void prepare_recording();
void begin_recording();
void prepare_end();
void end_recording();
// This process ends all others, without waiting for them.
void exit_globally();

}  // namespace lull::recorder::shmem
