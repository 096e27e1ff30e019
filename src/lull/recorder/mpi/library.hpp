// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The process's MPI library. The recorder is not linked to it: the recorder's PMPI_* functions jump
// to addresses in tables (calls/generate_stubs.py), and its constants come from the mpi.h that
// generate_wrappers.py generates. The tables and constants are filled in before the first call is
// recorded.
#pragma once

#include <cstddef>

#include "lull/recorder/calls/interface.hpp"

namespace lull::recorder::mpi {

// The functions that the generated wrappers intercept.
extern const calls::Wrapper kWrappers[];
extern const std::size_t kWrapperCount;

// Returns false if the library lacks functions that every recorder calls.
bool fill_library_tables(const calls::LoadedLibrary& library);
[[nodiscard]] const calls::LoadedLibrary& loaded_library();

}  // namespace lull::recorder::mpi
