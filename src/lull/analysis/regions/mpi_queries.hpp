// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// MPI functions that only query or set local information: they return at once, and do not let other
// processes' operations make progress.
#pragma once

#include <string_view>

namespace lull::analysis {

// `function` is a name as returned by mpi_function_name(): "mpi_comm_rank".
[[nodiscard]] bool is_mpi_query(std::string_view function);

}  // namespace lull::analysis
