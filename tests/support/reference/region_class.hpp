// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Classifies regions for the formulas: the leaf of the time tree that their exclusive time belongs
// to, and the effects of MPI functions. Uses role and paradigm, and the name if these are
// insufficient.
#pragma once

#include <string_view>

#include "lull/trace/definitions/definitions.hpp"

namespace lull::reference {

// Returns the unique name of the leaf metric; null is the program itself.
[[nodiscard]] std::string_view time_metric_of(const Region* region);

// MPI calls by the requests that they complete; `name` is the region's, such as "MPI_Waitall".
[[nodiscard]] bool is_test(std::string_view name);  // Test, Testall, Testany, Testsome
[[nodiscard]] bool is_wait(std::string_view name);  // Wait, Waitall, Waitany, Waitsome
// Returns whether the call posts one receive on entry.
[[nodiscard]] bool is_receive(std::string_view name);
[[nodiscard]] bool is_waiting_send(std::string_view name);  // Send, Ssend
[[nodiscard]] bool is_init(std::string_view name);          // Init, Init_thread
[[nodiscard]] bool is_finalize(std::string_view name);

}  // namespace lull::reference
