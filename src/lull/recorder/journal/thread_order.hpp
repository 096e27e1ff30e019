// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The threads of an OpenMP runtime begin in any order, and take their numbers as they come. In the
// archive they have the names and the order that the program knows them by.
#pragma once

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

// Names each of them after its omp_get_thread_num() in the first outermost team that it was in
// (else in its first nested one) and, unless that is the process's first thread, after the team's
// master; numbers them by that, behind all other threads.
void order_workers(ProcessPart& part);

}  // namespace lull::recorder
