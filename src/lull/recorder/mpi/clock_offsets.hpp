// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How far the clocks of nodes are apart. Processes of one node have one clock, and a job on one
// node measures nothing. Of the others one process of each node takes part, if it is recorded and
// has said so (node_leaders.hpp), over a communicator that nobody else is in. Whoever does not
// answer is not waited for any longer than a few seconds.
#pragma once

namespace lull::recorder::mpi {

// Around MPI_Init, and before MPI_Finalize.
void register_node();
void measure_clock_at_begin();
void measure_clock_at_end();

}  // namespace lull::recorder::mpi
