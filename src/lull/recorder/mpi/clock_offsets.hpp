// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How far the clocks of processes are apart.
#pragma once

namespace lull::recorder::mpi {

// Notes what the clock says now, and how far it is from that of the first process: processes of one
// node share a clock, and the first process of each node asks the first of all. All processes of
// MPI_COMM_WORLD do so together.
void measure_clock();

}  // namespace lull::recorder::mpi
