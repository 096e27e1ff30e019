// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The MPI library of the process. The recorder is not linked to it: its functions PMPI_* jump to
// the addresses in tables (calls/generate_stubs.py), and its constants are those of the mpi.h that
// generate_wrappers.py makes. Both are filled before the first call is recorded.
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
