// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The symbol that a recorder for an MPI library exports.
#include "lull/recorder/mpi/library.hpp"

extern "C"
    [[gnu::visibility("default")]] const lull::recorder::calls::CallRecorder lull_call_recorder{
        lull::recorder::mpi::fill_library_tables, lull::recorder::mpi::kWrappers,
        lull::recorder::mpi::kWrapperCount};
