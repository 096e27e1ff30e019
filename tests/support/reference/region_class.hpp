// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What a region is to the formulas: the leaf of the time tree that its exclusive time belongs to,
// and what an MPI function does. By role and paradigm, by name where these do not tell.
#pragma once

#include <string_view>

#include "lull/trace/definitions/definitions.hpp"

namespace lull::reference {

// The unique name of the leaf metric; null is the program itself.
[[nodiscard]] std::string_view time_metric_of(const Region* region);

// MPI calls by what they complete; `name` as the region has it, "MPI_Waitall".
[[nodiscard]] bool is_test(std::string_view name);  // Test, Testall, Testany, Testsome
[[nodiscard]] bool is_wait(std::string_view name);  // Wait, Waitall, Waitany, Waitsome
// Calls that post one receive when they are entered.
[[nodiscard]] bool is_receive(std::string_view name);
[[nodiscard]] bool is_waiting_send(std::string_view name);  // Send, Ssend
[[nodiscard]] bool is_init(std::string_view name);          // Init, Init_thread
[[nodiscard]] bool is_finalize(std::string_view name);

}  // namespace lull::reference
