// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// MPI_Pcontrol takes any arguments after its level: they stay in registers and on the stack while
// the level is examined, and the call continues with a jump. Level 0 switches the recording off, 1
// on again, like LULL_RECORDING_OFF() and LULL_RECORDING_ON().
#pragma once

#include <atomic>

extern "C" {
#pragma GCC visibility push(hidden)
void lull_MPI_Pcontrol();
void lull_PMPI_Pcontrol();
void lull_mpi_pcontrol_();
void lull_mpi_pcontrol_f08_();
extern std::atomic<void*> lull_next_pcontrol;
extern std::atomic<void*> lull_own_pcontrol;
extern std::atomic<void*> lull_next_pcontrol_fortran;
extern std::atomic<void*> lull_next_pcontrol_f08;
#pragma GCC visibility pop
}
