// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The symbol that the recorder for OpenSHMEM exports.
#include "lull/recorder/shmem/library.hpp"

extern "C"
    [[gnu::visibility("default")]] const lull::recorder::calls::CallRecorder lull_call_recorder{
        lull::recorder::mpi::fill_library_tables, lull::recorder::shmem::kWrappers,
        lull::recorder::shmem::kWrapperCount};
