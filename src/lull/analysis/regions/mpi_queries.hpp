// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Functions of MPI that only look something up or note something down: they return at once, and do
// not let the operations of other processes proceed.
#pragma once

#include <string_view>

namespace lull::analysis {

// The name as mpi_function_name() gives it: "mpi_comm_rank".
[[nodiscard]] bool is_mpi_query(std::string_view function);

}  // namespace lull::analysis
