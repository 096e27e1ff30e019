// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Measures the offsets between the clocks of nodes. Processes of one node share one clock, and a
// job on one node measures nothing. Otherwise one process of each node takes part, if it is
// recorded and has registered (node_leaders.hpp), over a separate communicator. A process that does
// not answer is waited for only a few seconds.
#pragma once

namespace lull::recorder::mpi {

// Called around MPI_Init, and before MPI_Finalize.
void register_node();
void measure_clock_at_begin();
void measure_clock_at_end();

}  // namespace lull::recorder::mpi
